import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Calls each function after the former has finished or its time limit has passed.
 * @returns whether all finished within the limit
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
