import type { AdminConfig } from '../config/read-config.ts'
import {
  distributeTables,
  readDistribution,
  type TableDistribution,
} from '../database/schema/distribute-tables.ts'
import { findOrStartDatabase, openDatabase } from '../database/link/open-database.ts'
import {
  migrate,
  migrateAndGrant,
  NotUpgradable,
  requireMigrated,
  SchemaTooOld,
} from '../database/schema/migrate.ts'
import { migrateVault } from '../database/kyc/vault.ts'
import { createAuditSeals, type AuditWitness } from '../domain/audit/audit-seal.ts'
import { minuteMs } from '../domain/clocks.ts'

export type OperatorDatabase = Awaited<ReturnType<typeof openOperatorDatabase>>

/** 'as-it-is' opens even a database that is not up to date. Otherwise, such a database is migrated or refused. */
export type DatabaseOpenOptions = { schema?: 'as-it-is' }

/** Erasure and 'demo remove' may take 10 minutes; PostgreSQL itself ends all other statements after 5 s. */
const limits = { answerMs: 11 * minuteMs }

/** Opens the database of the server, even while the server runs: a running server shares its private PostgreSQL. */
export async function openOperatorDatabase(
  config: AdminConfig,
  options: DatabaseOpenOptions & {
    operator: string
    now: () => Date
    onProgress: (step: string) => void
    witness?: AuditWitness
  },
) {
  const { url, leave } = await findOrStartDatabase(config, { onProgress: options.onProgress })
  try {
    const onMigration = (name: string) => options.onProgress(`Migration ${name}`)
    // The database is migrated here too, because operators may add agents before the server has ever run.
    if (options.schema !== 'as-it-is')
      await (config.migrate ? migrate(url, onMigration) : requireMigrated(url)).catch(unusable)
    const seals = createAuditSeals(config.auditKeys, options.witness)
    const open = openDatabase(url, seals, { connections: 2, pooler: config.databasePooler, limits })
    return {
      runner: open.runner,
      seals,
      maker: { kind: 'admin' as const, name: options.operator },
      fourEyes: config.fourEyes,
      now: options.now,
      async migrate() {
        const applied: string[] = []
        await migrateAndGrant(url, name => {
          onMigration(name)
          applied.push(name)
        }).catch(unusable)
        if (config.vaultUrl !== undefined) await migrateVault(config.vaultUrl).catch(unusable)
        return applied
      },
      readSpread: () => readDistribution(url),
      distributeTables: (tables: TableDistribution[], shards: number) =>
        distributeTables(url, tables, { shards, onTable: name => options.onProgress(`Table ${name}`) }),
      async close() {
        await open.close()
        await leave()
      },
    }
  } catch (error) {
    await leave()
    throw error
  }
}

/** The driver's message names the server, and never the password. */
function unusable(error: unknown): never {
  if (error instanceof SchemaTooOld || error instanceof NotUpgradable) throw error
  const why = error instanceof Error ? error.message : String(error)
  throw new Error(`The database cannot be used: ${why}.`, { cause: error })
}
