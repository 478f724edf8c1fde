import { setTimeout as sleep } from 'node:timers/promises'

import { Pool, types as pgTypes, type CustomTypesConfig, type PoolClient } from 'pg'

import { answerShapes } from './answer-shapes.ts'
import { holdConnection, type HeldConnection } from './held-connection.ts'
import { rethrow } from './run-statement.ts'
import type { Runner, Statement } from './runner.ts'
import { statementNames } from './statement-names.ts'
import { limitedTransaction, transaction, transactionOn } from './transaction.ts'

export type ConnectionPool = Runner & {
  /** One connection for all of the work: what is asked together leaves together, and is no transaction. */
  onOne<T>(work: (runner: Runner) => Promise<T>): Promise<T>
  counts(): { inUse: number; idle: number; waiting: number }
  close(): Promise<void>
}

export type PoolOptions = {
  connections: number
  /**
   * 'transaction': a pooler such as PgBouncer hands us another connection for each transaction. It refuses
   * limits at the start of a connection: they come with each transaction. And no statement has a name, so that it
   * does not matter which connection it meets.
   */
  pooler?: 'transaction' | undefined
  limits?: Partial<typeof usualLimits>
}

/**
 * security.md 3.1, P10. The client's own limit stands behind the server's, for a server that is
 * gone without a word.
 */
const usualLimits = {
  // Four round trips, six with TLS, to a database that is half a second away.
  connectMs: 5_000,
  waitMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  answerMs: 8_000,
}

/**
 * Connections are made on first use and again after a loss; a lost one costs the statements on it and never the
 * process. Whoever waits longer than 2 s for one that others hold is told that the database is away.
 */
export function createConnectionPool(url: string, options: PoolOptions): ConnectionPool {
  const limits = { ...usualLimits, ...options.limits }
  const isPooled = options.pooler === 'transaction'
  const named = isPooled ? (statement: Statement) => statement : statementNames()
  const isAnswerTo = answerShapes()
  const bracket = isPooled ? limitedTransaction(limits) : transaction
  const pool = new Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    query_timeout: limits.answerMs,
    application_name: 'ekyc-server',
    types,
    pipeline: true,
    ...(!isPooled && {
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
  })
  // Without listeners the loss of an idle connection, or of one between two statements, would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))

  return {
    run: statement => onConnection(connection => connection.run(statement)),
    inTransaction: work => onConnection(connection => transactionOn(connection, bracket, work)),
    onOne: work =>
      onConnection(connection =>
        work({
          run: statement => connection.run(statement),
          inTransaction: inner => transactionOn(connection, bracket, inner),
        }),
      ),
    counts: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }

  async function connect(): Promise<PoolClient> {
    const isFull = pool.totalCount >= options.connections && pool.idleCount === 0
    const connecting = pool.connect()
    if (!isFull) return connecting
    const wait = new AbortController()
    try {
      return await Promise.race([connecting, late(limits.waitMs, wait.signal)])
    } catch (error) {
      void giveBack(connecting)
      throw error
    } finally {
      wait.abort()
    }
  }

  async function onConnection<T>(work: (connection: HeldConnection) => Promise<T>): Promise<T> {
    const client = await connect().catch(rethrow)
    const connection = holdConnection(client, { named, isAnswerTo })
    try {
      return await work(connection)
    } finally {
      connection.leave()
    }
  }
}

async function late(afterMs: number, signal: AbortSignal): Promise<never> {
  await sleep(afterMs, undefined, { signal })
  throw new Error('no connection became free in time')
}

/** What comes when nobody waits for it any more. */
async function giveBack(connecting: Promise<PoolClient>): Promise<void> {
  const client = await connecting.catch(() => undefined)
  client?.release()
}

/** A moment is a Date; a day has no time zone and stays text; a number of 64 bits is below 2⁵³ in every table. */
const parsers = new Map<number, (text: string) => unknown>([
  [pgTypes.builtins.TIMESTAMPTZ, text => new Date(text)],
  [pgTypes.builtins.DATE, text => text],
  [pgTypes.builtins.INT8, Number],
])
const types: CustomTypesConfig = {
  getTypeParser: (id, format) => parsers.get(id) ?? pgTypes.getTypeParser(id, format),
}
