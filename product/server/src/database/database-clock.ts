import type { ConnectionPool } from './connection-pool.ts'
import { moment, neverNull } from './kinds.ts'
import { statement } from './sql.ts'

/**
 * The database's time, which is the same for all servers. Between two measurements it goes on by the machine's uptime,
 * so that a step of the machine's own clock does not move it.
 */
export type DatabaseClock = {
  /** Before the first measurement, the machine's own time. */
  now(): Date
  /** Is right to half of the answer's way. */
  measure(): Promise<void>
}

export function createDatabaseClock(
  db: Pick<ConnectionPool, 'onOne'>,
  uptimeMs = () => performance.now(),
): DatabaseClock {
  let startedOn = Date.now() - uptimeMs()
  return {
    now: () => new Date(startedOn + uptimeMs()),
    // The wait for a free connection is over before the question is asked.
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
