import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError, type Client } from 'pg'

export type Migration = { name: string; sql: string }

const lockKey = 5_207_112_027
const askAgainMs = 300

/**
 * The longest time that a table change waits for the table's readers, in ms, since later statements queue behind the
 * change. After this time, the change lets these statements pass and tries again.
 */
const tableLockMs = 2_000
const tries = 30
const pauseMs = 1_000

/** Applies a migration once and in one transaction, even when several servers try at once. */
export async function applyMigration(client: Client, migration: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      return await inTurn(client, () => apply(client, migration))
    } catch (error) {
      const isLocked = error instanceof DatabaseError && error.code === '55P03'
      if (!isLocked || tried === tries) throw error
      await sleep(pauseMs)
    }
}

/**
 * Runs `work` in a transaction that holds the advisory lock. Such a lock also works behind a pooler such as PgBouncer.
 * Polls for the lock, so that no statement waits and holds up others.
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

async function apply(client: Client, { name, sql }: Migration): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_on timestamptz not null default now())',
  )
  const { rowCount } = await client.query('select from migrations where name = $1', [name])
  if (rowCount === 1) return
  await client.query(`set local lock_timeout = ${tableLockMs}`)
  await client.query(sql)
  await client.query('insert into migrations (name) values ($1)', [name])
}
