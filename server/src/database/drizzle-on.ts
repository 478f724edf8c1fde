import { NoopCache } from 'drizzle-orm/cache/core'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { NoopLogger } from 'drizzle-orm/logger'
import { PgDialect, type PgTransactionConfig, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { PgProxyTransaction, PgRemoteSession, PreparedQuery } from 'drizzle-orm/pg-proxy/session'

import type { Queryable } from './queryable.ts'
import type { Runner } from './runner.ts'

type NoTables = Record<string, never>
type Transaction = PgProxyTransaction<NoTables, NoTables>

/** Drizzle over our own connections: its session for drivers of one's own, with the transactions that it leaves out. */
export function drizzleOn(runner: Runner): Queryable {
  return new PgRemoteDatabase(dialect, new RunnerSession(runner), undefined)
}

const dialect = new PgDialect()
const silent = new NoopLogger()
const uncached = new NoopCache()

class RunnerSession extends PgRemoteSession<NoTables, NoTables> {
  readonly #runner: Runner

  constructor(runner: Runner) {
    super(() => Promise.reject(new Error('each query is prepared below')), dialect, undefined)
    this.#runner = runner
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    ...[query, fields, , isInArrays, mapper, about, caching]: Parameters<
      PgRemoteSession<NoTables, NoTables>['prepareQuery']
    >
  ): PreparedQuery<T> {
    const prepared = new PreparedQuery<T>(
      async (text, values, method) => ({
        rows: await this.#runner.run({
          text,
          values,
          ...(method === 'all' && { rowMode: 'array' }),
        }),
      }),
      query.sql,
      query.params,
      query.typings,
      silent,
      uncached,
      about,
      caching,
      fields,
      isInArrays,
      mapper,
    )
    const execute = prepared.execute.bind(prepared)
    prepared.execute = placeholders => execute(placeholders).catch(withoutValues)
    return prepared
  }

  override transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    return this.#runner.inTransaction(async runner => {
      const transaction = new RunnerTransaction(new RunnerSession(runner))
      if (config) await transaction.setTransaction(config)
      return work(transaction)
    })
  }
}

class RunnerTransaction extends PgProxyTransaction<NoTables, NoTables> {
  readonly #session: RunnerSession

  constructor(session: RunnerSession) {
    super(dialect, session, undefined)
    this.#session = session
  }

  override transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#session.transaction(work)
  }
}

/** Drizzle puts a statement's values into the text of its errors, and errors are logged. */
function withoutValues(error: unknown): never {
  throw error instanceof DrizzleQueryError ? error.cause : error
}
