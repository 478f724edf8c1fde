import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import type { Database } from '../../domain/stores.ts'
import { storesIn } from '../stores.ts'
import {
  createConnectionPool,
  type ConnectionPool,
  type PoolCounts,
  type PoolOptions,
} from './connection-pool.ts'
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { integer, neverNull } from './kinds.ts'
import { createKnownMonths, type KnownMonths } from '../schema/months.ts'
import type { Locking } from '../sign-in/one-time-passwords.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

export type OpenDatabase = {
  database: Database
  /**
   * The same database for calls without a session, which do not wait for each other's advisory locks. If they have a
   * share of the connections, they use a separate pool and cannot take the connections of other calls.
   */
  strangers: Database
  runner: Runner
  seals: AuditSeals
  ping(): Promise<void>
  /**
   * Opens all connections, or as many as the database accepts, so that the first calls after a start find open
   * connections. Unused connections close after a minute.
   */
  openAllConnections(): Promise<void>
  months: KnownMonths
  clock: DatabaseClock
  /** `strangers` is undefined if all calls share one pool. */
  connections(): Record<'agents', PoolCounts> & Partial<Record<'strangers', PoolCounts>>
  close(): Promise<void>
}

/** The longest time that a call without a session waits for a row lock of another call's transaction, in ms. */
const strangersLockMs = 1_000

/**
 * Opens connection pools to the database.
 * @param seals makes the MACs of audit rows
 * @param options.servesStrangers reserves a share of the connections for calls without a session
 */
export function openDatabase(
  url: string,
  seals: AuditSeals,
  { servesStrangers = false, ...options }: PoolOptions & { servesStrangers?: boolean },
): OpenDatabase {
  const share = servesStrangers ? strangersShareOf(options.connections) : 0
  const pool = createConnectionPool(url, { ...options, connections: options.connections - share })
  const strangersPool =
    share > 0
      ? createConnectionPool(url, {
          ...options,
          connections: share,
          limits: { ...options.limits, lockMs: strangersLockMs },
          limitsStatements: true,
        })
      : undefined
  const months = createKnownMonths()
  const databaseOn = (connections: ConnectionPool, locking: Locking): Database => {
    const storesOn = (db: Runner) => storesIn(db, seals, months, locking)
    return {
      ...storesOn(connections),
      pipelined: work => connections.onOne(runner => work(storesOn(runner))),
      transaction: work => connections.inTransaction(runner => work(storesOn(runner))),
    }
  }

  return {
    database: databaseOn(pool, 'waits'),
    strangers: databaseOn(strangersPool ?? pool, 'tries'),
    runner: pool,
    seals,
    months,
    clock: createDatabaseClock(pool),
    ping: async () => void (await ping(pool)),
    openAllConnections: async () => void (await Promise.all([pool.openAll(), strangersPool?.openAll()])),
    connections: () => ({
      agents: pool.counts(),
      ...(strangersPool && { strangers: strangersPool.counts() }),
    }),
    close: async () => void (await Promise.all([pool.close(), strangersPool?.close()])),
  }
}

/** Returns the number of connections for calls without a session: a fifth, at least 1, but 0 if there is only 1. */
function strangersShareOf(connections: number): number {
  return Math.floor(connections / 5) || Math.min(1, connections - 1)
}

const ping = statement('database.ping', { one: neverNull(integer) })`select 1 as one`
