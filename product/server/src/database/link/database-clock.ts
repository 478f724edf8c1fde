import type { ConnectionPool } from './connection-pool.ts'
import { moment, neverNull } from './kinds.ts'
import { statement } from './sql.ts'

/**
 * A clock with the database's time, which is the same for all servers. Between two measurements the clock advances with
 * the machine's uptime, so that a step of the machine's own clock does not change the time.
 */
export type DatabaseClock = {
  /** Returns the database's time, or the machine's own time before the first measurement. */
  now(): Date
  /** Measures the difference between the clocks of database and machine, with an error of at most half a round trip. */
  measure(): Promise<void>
}

export function createDatabaseClock(
  db: Pick<ConnectionPool, 'onOne'>,
  uptimeMs = () => performance.now(),
): DatabaseClock {
  let startedOn = Date.now() - uptimeMs()
  return {
    now: () => new Date(startedOn + uptimeMs()),
    // The query runs on a reserved connection, so that the wait for a free connection is not measured.
    measure: () =>
      db.onOne(async connection => {
        const sentAtMs = uptimeMs()
        const { at } = await readTime.one(connection)
        startedOn = at.getTime() - (sentAtMs + uptimeMs()) / 2
      }),
  }
}

const readTime = statement('database.readTime', { at: neverNull(moment) })`
  select clock_timestamp() as at`
