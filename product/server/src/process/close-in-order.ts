import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Calls the functions one after another, and waits for each to finish until the total time limit has passed.
 * @returns true if all functions finished within the time limit
 */
export async function closeInOrder(
  closing: readonly (() => Promise<unknown>)[],
  limitMs: number,
): Promise<boolean> {
  const cancel = new AbortController()
  let isLate = false
  const limit = sleep(limitMs, undefined, { signal: cancel.signal }).then(
    () => (isLate = true),
    () => {},
  )
  for (const close of closing) await Promise.race([close(), limit])
  cancel.abort()
  return !isLate
}
