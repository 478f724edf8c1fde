import { join } from 'node:path'

import { startPrivatePostgres } from '@ekyc/private-postgres'

/** Returns the configured database's address, or starts the private PostgreSQL, which runs until `leave` is called. */
export async function findDatabase(
  config: { databaseUrl: string | undefined; dataDir: string },
  options: Omit<Parameters<typeof startPrivatePostgres>[0], 'folder' | 'durable'>,
): Promise<{ url: string; leave(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, leave: async () => {} }
  const postgres = await startPrivatePostgres({ ...options, folder: join(config.dataDir, 'postgres') })
  return { url: postgres.url, leave: () => postgres.stop() }
}
