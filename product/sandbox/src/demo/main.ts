import { configFrom } from '../../../server/src/config/config-from.ts'
import { unsealSettings } from '../../../server/src/config/unseal-settings.ts'
import { createConnectionPool } from '../../../server/src/database/connection-pool.ts'
import { findDatabase } from '../../../server/src/database/find-database.ts'
import { loadDemoData } from './demo-data.ts'

/** Loads the demo's data into the database of a demo's server, with that server's settings, and ends. */
try {
  const config = configFrom(await unsealSettings(process.env))
  const database = await findDatabase(config, {})
  const pool = createConnectionPool(database.url, { connections: 1, pooler: config.databasePooler })
  try {
    await loadDemoData(pool, { peppers: config.peppers, now: new Date() })
  } finally {
    await pool.close()
    await database.leave()
  }
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
