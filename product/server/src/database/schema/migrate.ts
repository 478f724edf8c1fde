import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseError, type Client } from 'pg'

import { withConnection } from '../link/direct-connection.ts'
import { tablePlacements } from './table-placements.ts'

const baseline = '0036_baseline'
/** The number of steps that made the same schema before there was a release. */
const formerSteps = 36

/** The names of the files in `migrations`, in the order of their numbers. A merged migration never changes. */
export const migrationNames: readonly string[] = readdirSync(join(import.meta.dirname, 'migrations'))
  .map(file => basename(file, '.sql'))
  .toSorted()

const lockKey = 5_207_112_027
const askAgainMs = 300

/**
 * The longest time that a table change waits for the table's readers, in ms, since later statements queue behind the
 * change. After this time, the change lets these statements pass and tries again.
 */
const tableLockMs = 1_000
const tries = 60
const pauseMs = 500

const grants = sqlIn('grants.sql')

/** The schema lacks migrations of this version, and this process may not apply them. */
export class SchemaTooOld extends Error {
  override name = 'SchemaTooOld'
}

/** The database has tables that no migration of this version builds on. */
export class NotUpgradable extends Error {
  override name = 'NotUpgradable'
}

/**
 * If several servers start at once, one applies the migrations and the others wait. On an up-to-date database the
 * function only reads the table of migrations, which every role may select.
 */
export async function migrate(url: string, onMigration: (name: string) => void = () => {}): Promise<void> {
  await withConnection(url, async client => {
    const missing = await findMissingMigrations(client)
    if (missing.length === 0) return
    for (const name of missing) {
      onMigration(name)
      await applyMigration(client, { name, sql: sqlIn(`migrations/${name}.sql`) }).catch(explainDenial)
    }
    await grantRoles(client).catch(explainDenial)
  })
}

export async function migrateAndGrant(url: string, onMigration: (name: string) => void): Promise<void> {
  await migrate(url, onMigration)
  await withConnection(url, grantRoles).catch(explainDenial)
}

/** @throws SchemaTooOld; migrations of later versions are allowed */
export async function requireMigrated(url: string): Promise<void> {
  const missing = await withConnection(url, findMissingMigrations)
  if (missing.length === 0) return
  throw new SchemaTooOld(
    `The database is older than this version needs (missing: ${missing.join(', ')}): run 'npm run admin -- migrate' as its owner first, or set MIGRATE=on.`,
  )
}

export function applyMigration(client: Client, { name, sql }: { name: string; sql: string }): Promise<void> {
  return changeTables(client, async () => {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_on timestamptz not null default now())',
    )
    const { rowCount } = await client.query('select from migrations where name = $1', [name])
    if (rowCount === 1) return
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
  })
}

/** Tries again while calls hold the tables. */
export async function changeTables(client: Client, change: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1)
    try {
      return await withMigrationLock(client, async () => {
        await client.query(`set local lock_timeout = ${tableLockMs}`)
        await change()
      })
    } catch (error) {
      const isInUse = error instanceof DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
      if (!isInUse || tried === tries) throw error
      await sleep(pauseMs)
    }
}

/** @throws NotUpgradable if the database has tables, but not the schema of the first release */
export async function findMissingMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select relname as "table" from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e') order by 1`,
  )
  const tables = rows.map(({ table }) => table)
  if (tables.length === 0) return [...migrationNames]
  const applied = tables.includes('migrations') ? await listAppliedMigrations(client) : []
  const isBaselined =
    applied.includes(baseline) || applied.filter(name => name < '0037').length === formerSteps
  if (!isBaselined) throw new NotUpgradable(refusalOf(tables, applied))
  return migrationNames.filter(name => name !== baseline && !applied.includes(name))
}

export async function listAppliedMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

function refusalOf(tables: string[], applied: string[]): string {
  const is =
    applied.length > 0
      ? `of a version before 1.0.0 (its newest migration is ${applied.at(-1)})`
      : `not empty and not this product's (it has ${tables.slice(0, 3).join(', ')})`
  return `The database is ${is}, and is left untouched: this version begins with an empty database.`
}

function grantRoles(client: Client): Promise<void> {
  return withMigrationLock(client, async () => {
    await client.query(`select set_config('ekyc.tables', $1, true)`, [Object.keys(tablePlacements).join(',')])
    await client.query(grants)
  })
}

function explainDenial(error: unknown): never {
  const isDenied = error instanceof DatabaseError && error.code === '42501'
  if (!isDenied) throw error
  throw new SchemaTooOld(
    `This role may not change the database (${error.message}): run 'npm run admin -- migrate' as its owner.`,
    { cause: error },
  )
}

function sqlIn(path: string): string {
  return readFileSync(join(import.meta.dirname, path), 'utf8')
}

/** An advisory lock also works behind a pooler. It is polled, so that no statement waits and holds up others. */
async function withMigrationLock(client: Client, work: () => Promise<void>): Promise<void> {
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
