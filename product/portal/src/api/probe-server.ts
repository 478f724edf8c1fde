import { setConnected, useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { useEffect } from 'react'
import { CallFailed } from '@ekyc/ui/browser/call-errors.ts'

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

const againAfterMs = 3000

/** @throws {CallFailed} a reachable server does not have the chunk */
export async function loadChunk<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await load()
  } catch (cause) {
    await probeServer()
    if (useIsConnected.getState()) return load().catch(() => reloadOnce(cause))
    await untilConnected(againAfterMs)
    return loadChunk(load)
  }
}

const reloaded = 'reloaded'

/** Reloads the page once, because browsers remember a failed import. The session stays. */
function reloadOnce(cause: unknown): Promise<never> {
  if (history.state === reloaded) throw new CallFailed({ kind: 'network', message: 'Failed to fetch', cause })
  history.replaceState(reloaded, '')
  location.reload()
  return new Promise(() => {})
}

/** Reloads each stylesheet that failed to load, because Vite requests a stylesheet only once. */
export function mendStyles(): void {
  const mend = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement)
      setTimeout(() => target.replaceWith(target.cloneNode()), againAfterMs)
  }
  addEventListener('error', mend, true)
}
