import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'
import * as schema from './schema.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { connections: 1 })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const tables: PgTable[] = Object.values(schema).filter(value => is(value, PgTable))

test.each(tables.map(table => [getTableName(table), table] as const))(
  'the queries see %s as the migrations made it',
  async (name, table) => {
    const rows = await open.queryable.execute<{ name: string; type: string; isNotNull: boolean }>(sql`
      select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isNotNull"
      from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped`)
    const migrated = rows.map(({ name: column, type, isNotNull }) => ({ column, type, isNotNull }))
    const seen = Object.values(getTableColumns(table)).map(column => ({
      column: column.name,
      type: column.getSQLType().replace(/^timestamp.*/, 'timestamp with time zone'),
      isNotNull: column.notNull,
    }))
    expect(sorted(seen)).toEqual(sorted(migrated))
  },
)

function sorted<T extends { column: string }>(columns: T[]): T[] {
  return columns.toSorted((a, b) => a.column.localeCompare(b.column))
}
