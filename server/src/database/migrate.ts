import { setTimeout as sleep } from 'node:timers/promises'

import { Client, DatabaseError } from 'pg'

import initial from './migrations/0001_initial.sql?raw'
import auditChain from './migrations/0002_audit_chain.sql?raw'
import countsFromTheIndex from './migrations/0003_counts_from_the_index.sql?raw'
import unfinishedForRetention from './migrations/0004_unfinished_for_retention.sql?raw'
import finishedForRetention from './migrations/0005_finished_for_retention.sql?raw'
import oneClaimAReference from './migrations/0006_one_claim_a_reference.sql?raw'
import quotas from './migrations/0007_quotas.sql?raw'

type Migration = { name: string; sql: string }

/** In the order of their numbers; a migration that has landed is never edited. */
const migrations: Migration[] = [
  { name: '0001_initial', sql: initial },
  { name: '0002_audit_chain', sql: auditChain },
  { name: '0003_counts_from_the_index', sql: countsFromTheIndex },
  { name: '0004_unfinished_for_retention', sql: unfinishedForRetention },
  { name: '0005_finished_for_retention', sql: finishedForRetention },
  { name: '0006_one_claim_a_reference', sql: oneClaimAReference },
  { name: '0007_quotas', sql: quotas },
]

export const migrationNames: readonly string[] = migrations.map(({ name }) => name)

/** One arbitrary number that all our servers share: whoever holds it is migrating. */
const lockKey = 5_207_112_026

/**
 * A change of a table waits at most this long for who reads it, since whoever comes after it waits behind it; then it
 * lets them pass and tries again.
 */
const tableLockMs = 2_000
const tries = 30
const pauseMs = 1_000

/**
 * Brings the database up to date. Safe to run from several servers at once: the second waits, then finds it done.
 * Each migration is one transaction, the lock in it: nothing is left behind by a kill, and a pooler of transactions
 * (PgBouncer) may stand between.
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the loss of the connection is also told to who waits on it
  try {
    await client.connect()
    for (const migration of migrations) await applyPatiently(client, migration)
  } finally {
    await client.end().catch(() => {})
  }
}

async function applyPatiently(client: Client, migration: Migration): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      return await apply(client, migration)
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isLocked = error instanceof DatabaseError && error.code === '55P03'
      if (!isLocked || tried === tries) throw error
      await sleep(pauseMs)
    }
}

async function apply(client: Client, { name, sql }: Migration): Promise<void> {
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
  await client.query(`set local lock_timeout = ${tableLockMs}`)
  await client.query(
    'create table if not exists migrations (name text primary key, applied_on timestamptz not null default now())',
  )
  const { rowCount } = await client.query('select from migrations where name = $1', [name])
  if (rowCount === 0) {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
  }
  await client.query('commit')
}
