import { useEffect } from 'react'

import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { probeServer } from './probe-server.ts'

const lookEveryMs = 3000

/** Tells whether the server is reachable. */
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
