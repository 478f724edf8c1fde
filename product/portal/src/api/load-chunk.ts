import { CallFailed } from '@ekyc/ui/call-errors.ts'
import { useIsConnected } from '@ekyc/ui/connection.ts'
import { probeServer, untilConnected } from './probe-server.ts'
import { reloadedWith, reloadWithNumber } from '../session/kept-mobile.ts'

const againAfterMs = 3000

/**
 * Loads a chunk. If the server is unreachable, this function tries again until the server is reachable.
 * @throws {CallFailed} a reachable server does not have the chunk
 */
export async function loadChunk<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await loadNow(load)
  } catch (error) {
    if (useIsConnected.getState()) throw error
    await untilConnected(againAfterMs)
    return loadChunk(load)
  }
}

/**
 * Loads a chunk after a press of a button, and fails soon, because the agent must not wait without a message.
 * @throws {CallFailed} the chunk has not loaded
 */
export async function loadNow<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await load()
  } catch (cause) {
    await probeServer()
    const failed = new CallFailed({ kind: 'network', message: 'Failed to fetch', cause })
    if (!useIsConnected.getState()) throw failed
    return load().catch(() => reloadOnce(failed))
  }
}

/** Reloads the page once, because browsers remember a failed import. The session and the typed mobile number stay. */
function reloadOnce(failed: CallFailed): Promise<never> {
  if (reloadedWith() !== undefined) throw failed
  reloadWithNumber()
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
