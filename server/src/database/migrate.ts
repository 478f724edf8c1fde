import postgres from 'postgres'

import initial from './migrations/0001_initial.sql?raw'

/** In the order of their numbers; a migration that has landed is never edited. */
const migrations = [{ name: '0001_initial', sql: initial }]

/** One arbitrary number that all our servers share: whoever holds it is migrating. */
const lockKey = 5_207_112_026

/** Brings the database up to date. Safe to run from several servers at once: the second waits, then finds it done. */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${lockKey})`
    await sql`create table if not exists migrations (name text primary key, applied_on timestamptz not null default now())`
    const applied = new Set((await sql<{ name: string }[]>`select name from migrations`).map(row => row.name))
    for (const migration of migrations.filter(({ name }) => !applied.has(name)))
      await sql.begin(async transaction => {
        await transaction.unsafe(migration.sql)
        await transaction`insert into migrations (name) values (${migration.name})`
      })
  } finally {
    // Ending the connection gives the lock back, whatever happened.
    await sql.end({ timeout: 5 })
  }
}
