import { CallFailed } from './call-errors.ts'
import { setConnected, useIsConnected } from './connection.ts'
import { untilConnected } from './probe-server.ts'

const againAfterMs = 3000

/**
 * Loads a chunk, and tries again until the server is reachable.
 * @throws {CallFailed} a reachable server does not have the chunk
 */
export async function loadChunk<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await loadNow(load)
  } catch {
    await untilConnected(againAfterMs)
    return useIsConnected.getState() ? loadNow(load) : loadChunk(load)
  }
}

/**
 * Loads a chunk for a press of the agent, who must not wait without a word.
 * @throws {CallFailed} the chunk has not loaded
 */
export async function loadNow<File>(load: () => Promise<File>): Promise<File> {
  try {
    return await load()
  } catch (cause) {
    setConnected(false)
    throw new CallFailed({ kind: 'network', message: 'Failed to fetch', cause })
  }
}

/** Loads broken styles again. Vite asks for each only once, so a later import would come without them. */
export function mendStyles(): void {
  const mend = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement)
      setTimeout(() => target.replaceWith(target.cloneNode()), againAfterMs)
  }
  addEventListener('error', mend, true)
}
