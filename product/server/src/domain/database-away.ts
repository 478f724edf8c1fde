import type { Timer } from './clocks.ts'

/**
 * Reports that the database is unreachable, starting, out of connections or over its time limits. The result of a
 * commit that ends with this error is unknown, so the caller must read it from the database.
 */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  readonly keepsConnection: boolean = false
  constructor(cause: unknown) {
    super('the database is away', { cause })
  }
}

/**
 * Reports that no connection, or no lock, became free in time; the database itself works. The call did nothing and may
 * be repeated.
 */
export class DatabaseBusy extends DatabaseAway {
  override name = 'DatabaseBusy'
  override readonly keepsConnection = true
}

/** Reports that a statement was cancelled at its time limit. The statement's transaction or savepoint has failed. */
export class DatabaseTooSlow extends DatabaseAway {
  override readonly keepsConnection = true
}

const firstPauseMs = 100
const longestPauseMs = 2_000

/**
 * Repeats `work` while the database is away, so that a database restart does not lose a result.
 * @param work must be repeatable, because a commit without an answer may have succeeded
 * @throws the error of `work`, which is DatabaseAway if the database is still away after `forMs`
 */
export async function retryWhileDatabaseAway<T>(
  timer: Timer,
  forMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const deadline = timer.uptimeMs() + forMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2))
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseAway) || timer.uptimeMs() + pauseMs > deadline) throw error
      await timer.wait(pauseMs)
    }
}
