import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A value that comes with each use of a query built once, where Drizzle takes no bare placeholder: never null. */
export function given<Column extends PgColumn>(column: Column, name: string): SQL<Column['_']['data']> {
  return sql`${sql.param(sql.placeholder(name), column)}`
}
