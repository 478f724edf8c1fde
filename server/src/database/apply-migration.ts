import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError, type Client } from 'pg'

import { runStepwise } from './stepwise-migration.ts'

export type Migration = {
  name: string
  sql: string
  /** Its statements run one after the other, each by itself; any of them may have run before. */
  isStepwise?: true
}

/**
 * One arbitrary number that all our servers share: whoever holds it is migrating. Versions before stepwise migrations
 * wait for another number in a statement, and an index that is being built would wait for that statement in turn.
 */
const lockKey = 5_207_112_027
const askAgainMs = 300

/**
 * A change of a table waits at most this long for who reads it, since whoever comes after it waits behind it; then it
 * lets them pass and tries again.
 */
const tableLockMs = 2_000
const tries = 30
const pauseMs = 1_000

/** Nothing of a migration is done twice, however many apply it at once; those that change tables are one transaction. */
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
 * A transaction that holds the lock, which a pooler of transactions (PgBouncer) leaves to us until its end. It is asked
 * for again and again, never waited for: an index that is being built waits for every statement that runs.
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
  // Without parameters: what was asked with some keeps its snapshot, and an index that is built waits for that to end.
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  if (rows.some(had => had.name === name)) return
  if (isStepwise) await runStepwise(url, sql, { tableLockMs })
  else {
    await client.query(`set local lock_timeout = ${tableLockMs}`)
    await client.query(sql)
  }
  await client.query('insert into migrations (name) values ($1)', [name])
}
