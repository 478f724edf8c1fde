import { join } from 'node:path'

import { startPrivatePostgres } from '@ekyc/private-postgres'

import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import type { Database } from '../../domain/stores.ts'
import { createKnownMonths, type KnownMonths } from '../schema/months.ts'
import type { Locking } from '../sign-in/one-time-passwords.ts'
import { storesIn } from '../stores.ts'
import {
  createConnectionPool,
  type ConnectionPool,
  type PoolCounts,
  type PoolOptions,
} from './connection-pool.ts'
import { integer, moment, neverNull, text } from './kinds.ts'
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

/** Returns the configured database's address, or starts the private PostgreSQL, which runs until `leave` is called. */
export async function findDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  options: Omit<Parameters<typeof startPrivatePostgres>[0], 'folder' | 'durable'>,
): Promise<{ url: string; leave(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, leave: async () => {} }
  const postgres = await startPrivatePostgres({ ...options, folder: join(config.dataDir, 'postgres') })
  return { url: postgres.url, leave: () => postgres.stop() }
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

/**
 * Returns an identifier of the database: the ids of its cluster, of the cluster's timeline and of the database itself.
 * A restored copy has a different identifier: a restored dump has a different database id, and a restored cluster has a
 * different timeline.
 */
export async function databaseIdentity(db: Runner): Promise<string> {
  return (await findIdentity.one(db)).identity
}

/** Returns the number of connections for calls without a session: a fifth, at least 1, but 0 if there is only 1. */
function strangersShareOf(connections: number): number {
  return Math.floor(connections / 5) || Math.min(1, connections - 1)
}

const ping = statement('database.ping', { one: neverNull(integer) })`select 1 as one`

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

const findIdentity = statement('database.findIdentity', { identity: neverNull(text) })`
  select system_identifier || '/' || timeline_id || '/' || oid as identity
  from pg_control_system(), pg_control_checkpoint(), pg_database where datname = current_database()`
