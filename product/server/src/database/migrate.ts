import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { DatabaseError, type Client } from 'pg'

import { applyMigration, inTurn, type Migration } from './apply-migration.ts'
import { distribution } from './distribution.ts'
import { onConnection } from './on-connection.ts'

/** The migrations in the order of their numbers. A merged migration never changes. */
const named: Omit<Migration, 'sql'>[] = [
  { name: '0001_initial' },
  { name: '0002_audit_chain' },
  { name: '0003_counts_from_the_index', isStepwise: true },
  { name: '0004_unfinished_for_retention', isStepwise: true },
  { name: '0005_finished_for_retention', isStepwise: true },
  { name: '0006_one_claim_a_reference' },
  { name: '0007_quotas' },
  { name: '0008_outbox_lanes', isStepwise: true },
  { name: '0009_session_keys' },
  { name: '0010_passkeys' },
  { name: '0011_audit_macs' },
  { name: '0012_authentication_rows', isStepwise: true },
  { name: '0013_otp_requesters' },
  { name: '0014_erasure' },
  { name: '0015_orders_searched', isStepwise: true },
  { name: '0016_service_minutes' },
  { name: '0017_months' },
  { name: '0018_reasons_by_day' },
  { name: '0019_keys_and_sessions' },
  { name: '0020_audit_writers' },
  { name: '0021_session_macs' },
  { name: '0022_consent_texts' },
  { name: '0023_otp_minutes' },
  { name: '0024_staff' },
  { name: '0025_synthetic_agents' },
  { name: '0026_staff_door', isStepwise: true },
  { name: '0027_staff_passkeys' },
  { name: '0028_find_agents', isStepwise: true },
  { name: '0029_find_orders', isStepwise: true },
  { name: '0030_proposals' },
  { name: '0031_jobs_and_imports' },
  { name: '0032_told', isStepwise: true },
  { name: '0033_second_factor' },
  { name: '0034_exceptions' },
  { name: '0035_operators', isStepwise: true },
  { name: '0036_evidence' },
  { name: '0037_failed_agents' },
  { name: '0038_keys_of_rows' },
  { name: '0040_four_eyes' },
  { name: '0041_withdrawals' },
  { name: '0045_audit_without_counts' },
  { name: '0048_no_reasons_by_day' },
]

const migrations = named.map(migration => ({
  ...migration,
  sql: sqlIn(`migrations/${migration.name}.sql`),
}))

const grants = sqlIn('grants.sql')

export const migrationNames: readonly string[] = migrations.map(({ name }) => name)

/** Reports that the schema lacks migrations of this version, and that this process may not apply them. */
export class SchemaTooOld extends Error {
  override name = 'SchemaTooOld'
}

/**
 * Applies the missing migrations. If several servers start at once, one server applies the migrations and the other
 * servers wait. On an up-to-date database the function only reads the table of migrations, which every role may select.
 */
export async function migrate(url: string, onMigration: (name: string) => void = () => {}): Promise<void> {
  await onConnection(url, async client => {
    const missing = await missingIn(client)
    if (missing.length === 0) return
    for (const migration of missing) {
      onMigration(migration.name)
      await applyMigration(client, url, migration).catch(explainDenial)
    }
    await grantRoles(client).catch(explainDenial)
  })
}

/** Applies the missing migrations, and in any case grants the roles of deploy/roles.sql their rights. */
export async function migrateAndGrant(url: string, onMigration: (name: string) => void): Promise<void> {
  await migrate(url, onMigration)
  await onConnection(url, grantRoles).catch(explainDenial)
}

/** @throws SchemaTooOld if a migration of this version is missing; migrations of later versions are allowed */
export async function requireMigrated(url: string): Promise<void> {
  const missing = await onConnection(url, missingIn)
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new SchemaTooOld(
    `The database is older than this version needs (missing: ${names}): run 'npm run admin -- migrate' as its owner first, or set MIGRATE=on.`,
  )
}

async function missingIn(client: Client): Promise<Migration[]> {
  const { rows: tables } = await client.query<{ is: boolean }>(
    `select to_regclass('migrations') is not null as is`,
  )
  if (tables[0]?.is !== true) return migrations
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const appliedNames = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !appliedNames.has(name))
}

function grantRoles(client: Client): Promise<void> {
  return inTurn(client, async () => {
    await client.query(`select set_config('ekyc.tables', $1, true)`, [Object.keys(distribution).join(',')])
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
