/**
 * The database did not do what it was asked: away, starting, out of connections, or too slow for its limits. Where it
 * was asked to commit, nobody knows whether it did: look again, never assume.
 */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  constructor(cause: unknown) {
    super('the database is away', { cause })
  }
}

const firstPauseMs = 100
const longestPauseMs = 2_000

/**
 * Does the work again while the database is away, so that what is already known is not lost to its restart.
 * @param work may be done again after it was done: a lost commit may have been one
 * @throws what the work throws; DatabaseAway once `forMs` are over
 */
export async function throughDatabaseAway<T>(forMs: number, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + forMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2))
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseAway) || performance.now() + pauseMs > deadline) throw error
      await new Promise(resolve => setTimeout(resolve, pauseMs))
    }
}
