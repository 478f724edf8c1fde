import { setConnected, useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { useEffect } from 'react'

import { reachesServer } from './request.ts'

export async function probeServer(): Promise<void> {
  setConnected(await reachesServer())
}

export async function untilConnected(withinMs: number): Promise<void> {
  await probeServer()
  if (useIsConnected.getState()) return undefined
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(done, withinMs)
    const stop = useIsConnected.subscribe(isConnected => isConnected && done())
  })
}

const lookEveryMs = 3000

export function useServerWatch(): boolean {
  const isReached = useIsConnected()
  useEffect(() => {
    // The browser's offline event only triggers a check, because a server on this computer needs no network.
    const look = () => void probeServer()
    if (!navigator.onLine) look()
    window.addEventListener('offline', look)
    return () => window.removeEventListener('offline', look)
  }, [])
  useEffect(() => {
    if (isReached) return undefined
    const look = () => void probeServer()
    const timer = setInterval(look, lookEveryMs)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [isReached])
  return isReached
}
