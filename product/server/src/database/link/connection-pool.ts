import { Pool, type PoolClient } from 'pg'

import { DatabaseBusy } from '../../domain/database-away.ts'
import { planOnce, refuseReadOnlyServer } from './direct-connection.ts'
import { urlsOfHosts } from './database-url.ts'
import { citusConnectionOptions } from '../schema/table-placements.ts'
import { holdConnection, rethrowDatabaseError } from './pooled-connection.ts'
import { typeParsers } from './column-types.ts'
import type { SqlRunner, BoundStatement } from './sql.ts'

export type ConnectionPool = ReturnType<typeof createConnectionPool>

export type PoolOptions = {
  connections: number
  /**
   * 'transaction' means a pooler such as PgBouncer, which gives each transaction a different connection. The pooler
   * refuses time limits at the start of a connection, so each transaction sets them, and statements are not prepared.
   */
  pooler?: 'transaction' | undefined
  /** True if single statements have time limits behind a pooler too. Each statement then costs a transaction. */
  limitsStatements?: boolean
  /** True if plain PostgreSQL plans each prepared statement once. Else it plans one on partitions at each call. */
  plansOnce?: boolean
  limits?: Partial<typeof usualLimits>
}

/** In ms. `answerMs` is the client's own limit, in case a server vanishes without closing the connection. */
const usualLimits = {
  // Connecting takes four round trips, six with TLS; the database may be half a second away.
  connectMs: 5_000,
  waitMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  answerMs: 8_000,
}

/**
 * A lost connection fails its statements, but never the process. If the address names several hosts, a new connection
 * tries them in turn until one takes writes, beginning with the host of the last connection. A caller that waits longer
 * than 2 s for a free connection gets DatabaseBusy.
 */
export function createConnectionPool(url: string, options: PoolOptions) {
  const limits = { ...usualLimits, ...options.limits }
  const isPooled = options.pooler === 'transaction'
  const limitsInTransaction =
    `; set local statement_timeout = ${limits.statementMs}; set local lock_timeout = ${limits.lockMs}` +
    `; set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`
  const transactions = { begin: isPooled ? `begin${limitsInTransaction}` : 'begin', prepares: !isPooled }
  const hosts = urlsOfHosts(url)
  const pool = new Pool({
    connectionString: hosts[0],
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for the promise, which its types do not say
    async onConnect(client) {
      if (hosts.length > 1) await refuseReadOnlyServer(client)
      if (options.plansOnce && !isPooled) await planOnce(client)
    },
    max: options.connections,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    query_timeout: limits.answerMs,
    application_name: 'ekyc-server',
    types: typeParsers,
    pipeline: true,
    ...(!isPooled && {
      options: citusConnectionOptions,
      statement_timeout: limits.statementMs,
      lock_timeout: limits.lockMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    }),
  })
  // Without these listeners, losing an idle connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))

  return {
    run: (statement: BoundStatement) =>
      onOne(connection =>
        isPooled && options.limitsStatements
          ? connection.inTransaction(only => only.run(statement))
          : connection.run(statement),
      ),
    inTransaction: <T>(work: (runner: SqlRunner) => Promise<T>) =>
      onOne(connection => connection.inTransaction(work)),
    onOne,
    async openAll(): Promise<void> {
      const opening = Array.from({ length: options.connections }, connectInTurn)
      for (const attempt of await Promise.allSettled(opening))
        if (attempt.status === 'fulfilled') attempt.value.release()
    },
    counts: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }

  async function connect(): Promise<PoolClient> {
    const isFull = pool.totalCount >= options.connections && pool.idleCount === 0
    const connecting = connectInTurn()
    if (!isFull) return connecting
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new DatabaseBusy(new Error('no connection became free in time')))
        void giveBack(connecting)
      }, limits.waitMs)
      connecting.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  async function connectInTurn(): Promise<PoolClient> {
    for (let tries = 1; ; tries += 1) {
      const host = pool.options.connectionString ?? url
      try {
        return await pool.connect()
      } catch (error) {
        if (tries >= hosts.length) throw error
        // Another caller that failed at the same host may have chosen the next one already.
        if (pool.options.connectionString === host)
          pool.options.connectionString = hosts[(hosts.indexOf(host) + 1) % hosts.length]
      }
    }
  }

  /** Runs `work` on one connection, which pipelines concurrent statements. There is no transaction around `work`. */
  async function onOne<T>(work: (connection: SqlRunner) => Promise<T>): Promise<T> {
    const client = await connect().catch(rethrowDatabaseError)
    const connection = holdConnection(client, transactions)
    try {
      return await work(connection)
    } finally {
      connection.leave()
    }
  }
}

async function giveBack(connecting: Promise<PoolClient>): Promise<void> {
  const client = await connecting.catch(() => undefined)
  client?.release()
}
