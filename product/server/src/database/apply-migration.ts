import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError, type Client } from 'pg'

import { runStepwise } from './stepwise-migration.ts'

export type Migration = {
  name: string
  sql: string
  /** Runs the statements one by one, outside a transaction. Each statement tolerates an earlier run. */
  isStepwise?: true
}

/**
 * The key of the advisory lock that a migrating server holds. Versions older than stepwise migrations wait for a
 * different key inside a statement, and the build of an index would wait for that statement.
 */
const lockKey = 5_207_112_027
const askAgainMs = 300

/**
 * Limits how long a table change waits for the table's readers, since later statements queue behind it. It then lets
 * them pass and tries again.
 */
const tableLockMs = 2_000
const tries = 30
const pauseMs = 1_000

/**
 * Applies a migration once, even when several servers try at once. Only a stepwise migration runs outside one
 * transaction.
 */
export async function applyMigration(client: Client, url: string, migration: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      return await inTurn(client, () => apply(client, url, migration))
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === '55P03'
      if (!isLocked || tried === tries) throw error
      await sleep(pauseMs)
    }
}

/**
 * Runs work in a transaction that holds the advisory lock, as a pooler such as PgBouncer allows. It polls for the lock
 * and never waits inside a statement, since the build of an index waits for every running statement.
 */
export async function inTurn(client: Client, work: () => Promise<void>): Promise<void> {
  try {
    while (!(await holdsTurn(client))) {
      await client.query('rollback')
      await sleep(askAgainMs)
    }
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function holdsTurn(client: Client): Promise<boolean> {
  await client.query('begin')
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    lockKey,
  ])
  return rows[0]?.mine === true
}

async function apply(client: Client, url: string, { name, sql, isStepwise }: Migration): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_on timestamptz not null default now())',
  )
  // The statement has no parameters: with parameters it would keep its snapshot, and the build of an index would wait
  // for its end.
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  if (rows.some(had => had.name === name)) return
  if (isStepwise) await runStepwise(url, sql, { tableLockMs })
  else {
    await client.query(`set local lock_timeout = ${tableLockMs}`)
    await client.query(sql)
  }
  await client.query('insert into migrations (name) values ($1)', [name])
}
