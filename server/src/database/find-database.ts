import { join } from 'node:path'

import { startPrivatePostgres } from '../private-postgres/private-postgres.ts'

/** Where the database is: the one that is named, or the private one, which is up until it is left. */
export async function findDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  options: Omit<Parameters<typeof startPrivatePostgres>[0], 'folder' | 'durable' | 'guard'>,
): Promise<{ url: string; leave(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, leave: async () => {} }
  // Its bundle lies beside those of server and admin.
  const guard = new URL('private-postgres-guard.js', import.meta.url)
  const postgres = await startPrivatePostgres({
    ...options,
    guard,
    folder: join(config.dataDir, 'postgres'),
  })
  return { url: postgres.url, leave: () => postgres.stop() }
}
