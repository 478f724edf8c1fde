import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

import type { Database, Stores } from '../domain/stores.ts'
import { agentsIn } from './agents.ts'
import { auditIn } from './audit.ts'
import { dailyCountsIn } from './daily-counts.ts'
import { oneTimePasswordsIn } from './one-time-passwords.ts'
import { ordersIn } from './orders.ts'
import { outboxIn } from './outbox.ts'
import type { Queryable } from './queryable.ts'
import { referencesIn } from './references.ts'
import { sessionsIn } from './sessions.ts'
import { signInAttemptsIn } from './sign-in-attempts.ts'

export type OpenDatabase = {
  database: Database
  queryable: Queryable
  /** Resolves when a query works. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Connections are made on first use and made again after a loss; a lost one never ends the process. */
export function openDatabase(url: string, options: { connections: number }): OpenDatabase {
  const client = postgres(url, {
    max: options.connections,
    connect_timeout: 2,
    idle_timeout: 60,
    onnotice: () => {},
    connection: {
      application_name: 'ekyc-server',
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
    },
  })
  const db = drizzle(client)

  return {
    database: {
      ...storesOn(db),
      transaction: work => db.transaction(transaction => work(storesOn(transaction))),
    },
    queryable: db,
    ping: async () => void (await client`select 1`),
    close: () => client.end({ timeout: 5 }),
  }
}

function storesOn(db: Queryable): Stores {
  return {
    agents: agentsIn(db),
    sessions: sessionsIn(db),
    signInAttempts: signInAttemptsIn(db),
    oneTimePasswords: oneTimePasswordsIn(db),
    orders: ordersIn(db),
    references: referencesIn(db),
    dailyCounts: dailyCountsIn(db),
    outbox: outboxIn(db),
    audit: auditIn(db),
  }
}
