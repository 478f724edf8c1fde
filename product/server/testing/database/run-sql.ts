import type { SqlRunner } from '../../src/database/link/sql.ts'

export type TestSql = ReturnType<typeof sqlOf>

/** Returns the functions below for the database of one server. */
export function sqlOf(db: Pick<SqlRunner, 'run'>) {
  return {
    sql: <Row = Record<string, unknown>>(text: string, values?: unknown[]) => runSql<Row>(db, text, values),
    countRows: (table: string, where?: string) => countRows(db, table, where),
    insertRows: (table: string, rows: Record<string, unknown>[]) => insertRows(db, table, rows),
  }
}

/** Runs SQL that only a test uses. If `values` is empty, the text may contain several statements. */
export async function runSql<Row = Record<string, unknown>>(
  db: Pick<SqlRunner, 'run'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.run({ text, values })) as Row[]
}

export async function countRows(db: Pick<SqlRunner, 'run'>, table: string, where = 'true'): Promise<number> {
  const [row] = await runSql<{ rows: number }>(db, `select count(*) as rows from ${table} where ${where}`)
  return row?.rows ?? 0
}

/** Inserts rows whose keys are column names in camel case. */
export async function insertRows(
  db: Pick<SqlRunner, 'run'>,
  table: string,
  rows: Record<string, unknown>[],
): Promise<void> {
  await Promise.all(
    rows.map(row => {
      const names = Object.keys(row).map(key => key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
      const places = names.map((_, index) => `$${index + 1}`)
      const text = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`
      return runSql(db, text, Object.values(row))
    }),
  )
}
