import { PgDialect, type PgPreparedQuery, type PgSession } from 'drizzle-orm/pg-core'
import { PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import { PgRemoteSession, type PreparedQuery } from 'drizzle-orm/pg-proxy/session'

import type { Queryable } from './queryable.ts'

type NoTables = Record<string, never>
type Built = Parameters<PgSession['prepareQuery']>

/**
 * A query whose text is made once, for those that every call needs: making it anew costs Drizzle more than running it
 * costs PostgreSQL. What varies are placeholders. It is on its way at once: of what a transaction asks together, the
 * first asked comes first, and locks first.
 */
export function builtOnce<Result>(
  build: (db: Queryable) => {
    prepare(name: string): PgPreparedQuery<{ execute: Result; all: unknown; values: unknown }>
  },
): (db: Queryable, values: Record<string, unknown>) => Promise<Result> {
  let built: Built | undefined
  return async (db, values) => {
    if (!built) {
      const session = new RecordingSession()
      build(new PgRemoteDatabase(dialect, session, undefined)).prepare('')
      built = session.built
    }
    if (!built) throw new Error('a query was never built')
    return (await db._.session.prepareQuery(...built).execute(values)) as Result
  }
}

const dialect = new PgDialect()

/**
 * Keeps what a query would be prepared from: each use prepares it on a session of its own,
 * which may be a transaction's.
 */
class RecordingSession extends PgRemoteSession<NoTables, NoTables> {
  built: Built | undefined

  constructor() {
    super(() => Promise.reject(new Error('a query is only built here')), dialect, undefined)
  }

  override prepareQuery<T extends { execute: unknown; all: unknown; values: unknown }>(
    ...built: Built
  ): PreparedQuery<T> {
    this.built = built
    return super.prepareQuery<T>(
      ...(built as Parameters<PgRemoteSession<NoTables, NoTables>['prepareQuery']>),
    )
  }
}
