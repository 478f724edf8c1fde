import { useIsConnected } from '@ekyc/ui/browser/connection.ts'
import { CallFailed } from '@ekyc/ui/browser/call-errors.ts'

import { probeServer, untilConnected } from './probe-server.ts'

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
