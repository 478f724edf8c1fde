import type { AuditSeals } from '../domain/audit-seal.ts'
import type { Database, Stores } from '../domain/stores.ts'
import { agentsIn } from './agents.ts'
import { auditIn } from './audit.ts'
import { createConnectionPool, type PoolOptions } from './connection-pool.ts'
import { dailyCountsIn } from './daily-counts.ts'
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { integer, neverNull } from './kinds.ts'
import { createKnownMonths, type KnownMonths } from './months.ts'
import { oneTimePasswordsIn } from './one-time-passwords.ts'
import { ordersIn } from './orders.ts'
import { outboxIn } from './outbox.ts'
import { passkeysIn } from './passkeys.ts'
import { quotasIn } from './quotas.ts'
import { referencesIn } from './references.ts'
import type { Runner } from './runner.ts'
import { serviceMinutesIn } from './service-minutes.ts'
import { sessionsIn } from './sessions.ts'
import { signInAttemptsIn } from './sign-in-attempts.ts'
import { statement } from './sql.ts'

export type OpenDatabase = {
  database: Database
  runner: Runner
  seals: AuditSeals
  /** Resolves when the database answers a statement. */
  ping(): Promise<void>
  /**
   * Opens all connections, as far as the database takes them, so that the first calls after a start find them. Unused ones
   * close after a minute.
   */
  openAllConnections(): Promise<void>
  months: KnownMonths
  clock: DatabaseClock
  connections(): { inUse: number; idle: number; waiting: number }
  close(): Promise<void>
}

/** @param seals make the MACs of audit rows */
export function openDatabase(url: string, seals: AuditSeals, options: PoolOptions): OpenDatabase {
  const pool = createConnectionPool(url, options)
  const months = createKnownMonths()
  const storesOn = (db: Runner): Stores => storesIn(db, seals, months)

  return {
    database: {
      ...storesOn(pool),
      pipelined: work => pool.onOne(runner => work(storesOn(runner))),
      transaction: work => pool.inTransaction(runner => work(storesOn(runner))),
    },
    runner: pool,
    seals,
    months,
    clock: createDatabaseClock(pool),
    ping: async () => void (await ping(pool)),
    openAllConnections: () => pool.openAll(),
    connections: () => pool.counts(),
    close: () => pool.close(),
  }
}

function storesIn(db: Runner, seals: AuditSeals, months: KnownMonths): Stores {
  return {
    agents: agentsIn(db),
    sessions: sessionsIn(db),
    signInAttempts: signInAttemptsIn(db),
    oneTimePasswords: oneTimePasswordsIn(db),
    passkeys: passkeysIn(db),
    orders: ordersIn(db, months),
    references: referencesIn(db),
    quotas: quotasIn(db),
    dailyCounts: dailyCountsIn(db),
    outbox: outboxIn(db),
    serviceMinutes: serviceMinutesIn(db),
    audit: auditIn(db, seals),
  }
}

const ping = statement('database.ping', 'one-node', { one: neverNull(integer) })`select 1 as one`
