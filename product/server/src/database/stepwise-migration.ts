import type { Client } from 'pg'

import { onConnection } from './on-connection.ts'

/**
 * Runs each statement by itself: PostgreSQL builds and drops an index beside running calls only outside a transaction.
 * The statements use a different connection from the lock's.
 */
export async function runStepwise(url: string, sql: string, limits: { tableLockMs: number }): Promise<void> {
  await onConnection(url, async client => {
    for (const statement of statementsOf(sql))
      if (/^(create|drop)\b.* concurrently\b/.test(statement)) await runConcurrently(client, statement)
      else await runBriefly(client, statement, limits)
  })
}

/** Splits a file at its semicolons; no statement may contain one. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
}

/** Keeps a valid index, and rebuilds one that an interrupted build left invalid. */
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
