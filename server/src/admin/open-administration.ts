import type { AdminConfig } from '../config.ts'
import { administrationOn } from '../database/administration.ts'
import { exportAuditRows } from '../database/audit-export.ts'
import { verifyAuditChain } from '../database/audit-verification.ts'
import { findDatabase } from '../database/find-database.ts'
import { migrate } from '../database/migrate.ts'
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
  },
): Promise<OpenAdministration> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing) await step()
  }
  try {
    const { url, leave } = await findDatabase(config, { onProgress: options.onProgress })
    closing.unshift(leave)
    // Agents may be on-boarded before the server has ever run.
    await migrate(url).catch(unusable)
    const open = openDatabase(url, { connections: 2, pooler: config.databasePooler })
    closing.unshift(() => open.close())
    const auditBook = () => {
      const seals = createAuditSeals(options.auditKeys())
      return {
        verify: (what: Parameters<AuditBook['verify']>[0]) => verifyAuditChain(open.queryable, seals, what),
        export: (range: { from: Date; before: Date }) => exportAuditRows(open.queryable, seals, range),
      }
    }
    const transaction = administrationOn(open.queryable)
    return { administration: createAdministration({ ...options, transaction, auditBook }), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the driver says names the server, never the password. */
function unusable(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error)
  throw new Error(`The database cannot be used: ${why}.`, { cause: error })
}
