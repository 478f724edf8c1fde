import {
  DatabaseError,
  Pool,
  types as pgTypes,
  type Connection,
  type CustomTypesConfig,
  type PoolClient,
  type QueryResult,
} from 'pg'

import { DatabaseAway } from '../domain/database-away.ts'

export type Statement = { text: string; values: unknown[]; rowMode?: 'array' }

/** What runs statements: the pool, on any connection, or a transaction, on its own. */
export type Runner = {
  run(statement: Statement): Promise<unknown[]>
  /** All of the work or nothing; inside a transaction, a savepoint. */
  inTransaction<T>(work: (runner: Runner) => Promise<T>): Promise<T>
}

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
}

/** security.md 3.1, P10. The client's own limit stands behind the server's, for a server that is gone without a word. */
const limits = {
  connectMs: 2_000,
  waitMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 10_000,
  answerMs: 8_000,
}

/**
 * Connections are made on first use and again after a loss; a lost one costs the statements on it and never the
 * process. Whoever waits longer than 2 s for a connection is told that the database is away.
 */
export function createConnectionPool(url: string, options: PoolOptions): ConnectionPool {
  const isPooled = options.pooler === 'transaction'
  const named = isPooled ? (statement: Statement) => statement : statementNames()
  const bracket = isPooled ? limitedTransaction : transaction
  const pool = new Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: Math.max(limits.connectMs, limits.waitMs),
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
    run: statement => withClient(client => runnerOn(client).run(statement)),
    inTransaction: work => withClient(client => runnerOn(client).inTransaction(work)),
    onOne: work => withClient(client => work(runnerOn(client))),
    counts: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }

  function runnerOn(client: PoolClient): Runner {
    return {
      run: async statement => (await runOn(client, named(statement))).rows,
      inTransaction: work => transactionOn(client, named, bracket, work),
    }
  }

  async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch(rethrow)
    let isLost = false
    try {
      return await work(client)
    } catch (error) {
      isLost = error instanceof DatabaseAway
      throw error
    } finally {
      client.release(isLost)
    }
  }
}

/** What makes work whole or nothing: a transaction, or a savepoint within one. */
type Bracket = {
  begin: string
  end: string
  undo: string
  /** How PostgreSQL answers an `end` that is one. */
  ended: string
}

const transaction: Bracket = { begin: 'begin', end: 'commit', undo: 'rollback', ended: 'COMMIT' }

const limitedTransaction: Bracket = {
  ...transaction,
  begin: [
    'begin',
    `set local statement_timeout = ${limits.statementMs}`,
    `set local lock_timeout = ${limits.lockMs}`,
    `set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
  ].join('; '),
}

function savepoint(level: number): Bracket {
  return {
    begin: `savepoint level_${level}`,
    end: `release savepoint level_${level}`,
    undo: `rollback to savepoint level_${level}`,
    ended: 'RELEASE',
  }
}

/** In a transaction that has failed: refused for that alone, or for a name whose statement was. */
const failedBefore = new Set(['25P02', '26000'])

/**
 * A transaction on its connection. Statements given together leave together, the first with `begin` in front of them,
 * and PostgreSQL refuses all behind one that failed: what they are told is why that one did.
 */
function transactionOn<T>(
  client: PoolClient,
  named: Named,
  bracket: Bracket,
  whole: (runner: Runner) => Promise<T>,
): Promise<T> {
  let failure: unknown
  return within(bracket, 0, whole)

  async function within<R>(
    { begin, end, undo, ended }: Bracket,
    level: number,
    work: (runner: Runner) => Promise<R>,
  ): Promise<R> {
    try {
      const begun = ask({ text: begin })
      // It goes in front of the work's first statements and is looked at below, when these have been answered.
      begun.catch(() => {})
      const result = await work({
        run: async statement => (await ask(named(statement))).rows,
        inTransaction: inner => within(savepoint(level + 1), level + 1, inner),
      })
      await begun
      const { command } = await ask({ text: end })
      // A transaction that has failed answers its commit with ROLLBACK, and not as an error.
      if (command !== ended) throw failure ?? new Error(`${end} was answered by ${command}`)
      return result
    } catch (error) {
      // A connection that is lost has rolled back by itself; one that cannot roll back is given up like a lost one.
      if (error instanceof DatabaseAway) throw error
      await runOn(client, { text: undo })
      failure = undefined
      throw error
    }
  }

  async function ask(statement: Sent): Promise<Answer> {
    try {
      return await runOn(client, statement)
    } catch (error) {
      failure ??= error
      throw error instanceof DatabaseError && failedBefore.has(error.code ?? '') ? failure : error
    }
  }
}

type Sent = Omit<Statement, 'values'> & { values?: unknown[]; name?: string }
type Named = (statement: Statement) => Sent

/** Beyond these a text is not one of the calls': it would only fill the memory of every connection. */
const mostNames = 200
const longestNamed = 2_000

/** A statement with a name is parsed and planned once a connection, which costs more than running one of ours. */
function statementNames(): Named {
  const names = new Map<string, string>()
  return statement => {
    const { text, values } = statement
    const isNew = !names.has(text)
    if (values.length === 0 || (isNew && (names.size >= mostNames || text.length > longestNamed)))
      return statement
    if (isNew) names.set(text, `ekyc_${names.size + 1}`)
    return { ...statement, name: names.get(text) ?? '' }
  }
}

type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command'>

function runOn(client: PoolClient, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  return client.query<Record<string, unknown>>(statement).catch(rethrow)
}

/** What is asked in one tick leaves in one packet: one statement is several messages, and several may go together. */
function holdUntilNextTick({ stream }: Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Moments and days stay text, as the schema's columns read them. */
const asText = new Set<number>([
  pgTypes.builtins.DATE,
  pgTypes.builtins.TIMESTAMP,
  pgTypes.builtins.TIMESTAMPTZ,
  pgTypes.builtins.INTERVAL,
])
const types: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    asText.has(id) ? (value: string) => value : pgTypes.getTypeParser(id, format),
}

/**
 * Classes 08 (connection), 53 (resources) and 57 (operator intervention, time limits), and single states: a
 * transaction idle for too long, a stand-by that was the primary, a lock waited for too long, a deadlock.
 */
const awayStates = /^(08|53|57)|^(25P03|25006|55P03|40001|40P01)$/

/** What does not come from PostgreSQL is a lost or refused connection; what is a mistake of ours stays what it is. */
function rethrow(error: unknown): never {
  if (error instanceof DatabaseError) {
    // They name the values of the row, and errors are logged.
    error.detail = undefined
    error.where = undefined
    throw error.code !== undefined && awayStates.test(error.code) ? new DatabaseAway(error) : error
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseAway) throw error
  throw new DatabaseAway(error)
}
