import type { Client } from 'pg'

import { onConnection } from './on-connection.ts'

/**
 * Runs each statement of a migration separately, because inside a transaction PostgreSQL cannot build or drop an index
 * while calls run. The statements do not use the connection that holds the migration lock.
 */
export async function runStepwise(url: string, sql: string, limits: { tableLockMs: number }): Promise<void> {
  await onConnection(url, async client => {
    for (const statement of statementsOf(sql))
      if (ofEachMonth.test(statement)) await runForEachMonth(client, statement)
      else if (/^(create|drop)\b.* concurrently\b/.test(statement)) await runConcurrently(client, statement)
      else await runBriefly(client, statement, limits)
  })
}

/** Matches our own syntax for an index on each monthly partition, because partition names differ between databases. */
const ofEachMonth = /^create index concurrently (\w+) on each month of (\w+) (.*)$/

/**
 * Builds an index for each partition. The default partition comes first, because a month that is added meanwhile copies
 * the indexes of that partition. A table without partitions gets one index.
 */
async function runForEachMonth(client: Client, statement: string): Promise<void> {
  const [, name, table, rest] = ofEachMonth.exec(statement) ?? []
  const { rows } = await client.query<{ part: string }>(
    'select part::text as part from partitions_of($1) order by before nulls first',
    [table],
  )
  const parts = rows.length > 0 ? rows.map(({ part }) => part) : [table]
  for (const part of parts) {
    if (await hasIndex(client, `${part}`, `${rest}`)) continue
    await runConcurrently(client, `create index concurrently ${part}_${name} on ${part} ${rest}`)
  }
}

/** Looks for a partition's index by its columns, because PostgreSQL itself names the indexes of a new partition. */
async function hasIndex(client: Client, table: string, indexed: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_index where indrelid = $1::regclass and indisvalid and pg_get_indexdef(indexrelid) like $2',
    [table, `%USING btree ${indexed}`],
  )
  return rows.length > 0
}

/** Splits a file at its semicolons. No statement may contain a semicolon. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** Builds or drops an index. A valid index is kept. An index that an interrupted build left invalid is rebuilt. */
async function runConcurrently(client: Client, statement: string): Promise<void> {
  const [, name] = /^create (?:unique )?index concurrently (\w+) /.exec(statement) ?? []
  if (name !== undefined) {
    const { rows } = await client.query<{ isValid: boolean }>(
      'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
      [name],
    )
    if (rows[0]?.isValid) return
    if (rows[0]) await client.query(`drop index concurrently ${name}`)
  }
  await client.query(statement)
}

async function runBriefly(
  client: Client,
  statement: string,
  { tableLockMs }: { tableLockMs: number },
): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${tableLockMs}`)
  await client.query(statement)
  await client.query('commit')
}
