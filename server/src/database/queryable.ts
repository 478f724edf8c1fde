import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PostgresJsQueryResultHKT } from 'drizzle-orm/postgres-js'

/** The database or one transaction on it: a query does not know which. */
export type Queryable = PgDatabase<PostgresJsQueryResultHKT>
