import { join } from 'node:path'

import type { AdminConfig } from '../config.ts'
import { administrationOn } from '../database/administration.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { startPrivatePostgres } from '../database/private-postgres/private-postgres.ts'
import { createAdministration, type Administration } from './administration.ts'

export type OpenAdministration = { administration: Administration; close(): Promise<void> }

/** On the server's own database, running or not: the private one is shared with a server that uses it. */
export async function openAdministration(
  config: AdminConfig,
  options: { operator: string; now: () => Date; onProgress: (step: string) => void },
): Promise<OpenAdministration> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of closing) await step()
  }
  try {
    const url = config.databaseUrl ?? (await ownPostgres())
    // Agents may be on-boarded before the server has ever run.
    await migrate(url)
    const open = openDatabase(url, { connections: 2, pooler: config.databasePooler })
    closing.unshift(() => open.close())
    const transaction = administrationOn(open.queryable)
    return { administration: createAdministration({ ...options, transaction }), close }
  } catch (error) {
    await close()
    throw error
  }

  async function ownPostgres(): Promise<string> {
    const folder = join(config.dataDir, 'postgres')
    const postgres = await startPrivatePostgres({ folder, onProgress: options.onProgress })
    closing.unshift(() => postgres.stop())
    return postgres.url
  }
}
