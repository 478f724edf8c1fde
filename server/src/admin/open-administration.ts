import type { AdminConfig } from '../config.ts'
import { administrationOn } from '../database/administration.ts'
import { exportAuditRows } from '../database/audit-export.ts'
import { verifyAuditChain } from '../database/audit-verification.ts'
import { findDatabase } from '../database/find-database.ts'
import { migrate, migrateAndGrant, requireMigrated, SchemaTooOld } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import type { AuditBook } from '../domain/audit-administration.ts'
import { createAuditSeals } from '../domain/audit-seal.ts'
import type { BoxKeys } from '../domain/sealed-box.ts'
import { createAdministration, type Administration } from './administration.ts'

export type OpenAdministration = { administration: Administration; close(): Promise<void> }

/** On the server's own database, running or not: the private one is shared with a server that uses it. */
export async function openAdministration(
  config: AdminConfig,
  options: {
    operator: string
    auditKeys: () => BoxKeys
    outboxKeys: () => BoxKeys
    now: () => Date
    onProgress: (step: string) => void
    schema?: 'as-it-is'
  },
): Promise<OpenAdministration> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing) await step()
  }
  try {
    const { url, leave } = await findDatabase(config, { onProgress: options.onProgress })
    closing.unshift(leave)
    const onMigration = (name: string) => options.onProgress(`Migration ${name}`)
    // Agents may be on-boarded before the server has ever run.
    if (options.schema !== 'as-it-is')
      await (config.migrate ? migrate(url, onMigration) : requireMigrated(url)).catch(unusable)
    const open = openDatabase(url, { connections: 2, pooler: config.databasePooler })
    closing.unshift(() => open.close())
    const auditBook = () => {
      const seals = createAuditSeals(options.auditKeys())
      return {
        verify: (what: Parameters<AuditBook['verify']>[0]) => verifyAuditChain(open.runner, seals, what),
        export: (range: { from: Date; before: Date }) => exportAuditRows(open.runner, seals, range),
      }
    }
    const administration = createAdministration({
      ...options,
      transaction: administrationOn(open.runner),
      auditBook,
      async migrateSchema() {
        const applied: string[] = []
        await migrateAndGrant(url, name => {
          onMigration(name)
          applied.push(name)
        }).catch(unusable)
        return applied
      },
    })
    return { administration, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the driver says names the server, never the password. */
function unusable(error: unknown): never {
  if (error instanceof SchemaTooOld) throw error
  const why = error instanceof Error ? error.message : String(error)
  throw new Error(`The database cannot be used: ${why}.`, { cause: error })
}
