import type { ConnectionPool } from './connection-pool.ts'
import { moment, neverNull } from './kinds.ts'
import { statement } from './sql.ts'

/**
 * The database's time, which is the same for all servers. Between two measurements the machine's uptime advances it, so
 * that a step of the machine's own clock does not move it.
 */
export type DatabaseClock = {
  /** Returns the machine's own time before the first measurement. */
  now(): Date
  /** Measures the difference of the clocks, accurate to half of the round trip. */
  measure(): Promise<void>
}

export function createDatabaseClock(
  db: Pick<ConnectionPool, 'onOne'>,
  uptimeMs = () => performance.now(),
): DatabaseClock {
  let startedOn = Date.now() - uptimeMs()
  return {
    now: () => new Date(startedOn + uptimeMs()),
    // Asks on a reserved connection, so that the wait for a free connection is not measured.
    measure: () =>
      db.onOne(async connection => {
        const sentAtMs = uptimeMs()
        const { at } = await readTime.one(connection)
        startedOn = at.getTime() - (sentAtMs + uptimeMs()) / 2
      }),
  }
}

const readTime = statement('database.readTime', 'one-node', { at: neverNull(moment) })`
  select clock_timestamp() as at`
