import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { PgRemoteQueryResultHKT } from 'drizzle-orm/pg-proxy'

/** The database or one transaction on it: a query does not know which. A statement written by hand gives its rows. */
export type Queryable = PgDatabase<PgRemoteQueryResultHKT>
