import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import { readServerConfig } from '../../../server/src/config/read-config.ts'
import { unsealSettings } from '../../../server/src/config/sealed-settings.ts'
import { createConnectionPool } from '../../../server/src/database/link/connection-pool.ts'
import { findOrStartDatabase } from '../../../server/src/database/link/open-database.ts'
import { loadDemoData } from './demo-data.ts'
import { addOrder } from './go-on.ts'

const nextOrderMs = 90_000

/**
 * Loads the demo's data into the database of a demo's server, with that server's settings. With --go-on it then adds an
 * order now and then, until its standard input ends.
 */
try {
  const settings = await unsealSettings(process.env)
  const config = readServerConfig(settings)
  const database = await findOrStartDatabase(config, {})
  const pool = createConnectionPool(database.url, { connections: 1, pooler: config.databasePooler })
  try {
    const issuer = settings['OIDC_ISSUER'] ?? ''
    await loadDemoData(pool, { peppers: config.peppers, issuer, now: new Date() })
    process.stdout.write(`${JSON.stringify({ ready: true })}\n`)
    if (process.argv.includes('--go-on')) {
      const isOver = once(process.stdin.resume(), 'end').then(() => true)
      while (!(await Promise.race([isOver, wait(nextOrderMs, false, { ref: false })])))
        await addOrder(pool, new Date()).catch(tell)
    }
  } finally {
    await pool.close()
    await database.leave()
  }
} catch (error) {
  tell(error)
  process.exitCode = 1
}

function tell(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
