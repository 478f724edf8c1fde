import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { exitWith } from './complaint.ts'
import { inRoot } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { startProduct } from './product.ts'
import { createProgress } from './progress.ts'
import { readSettings } from './settings.ts'
import { listenForStop } from './stop-signals.ts'
import { shortWarning } from './warnings.ts'

const PORTAL_PORT = 5173

await main().catch(exitWith)

/**
 * Starts the product for development: the sandbox, a server that Node restarts on each change of its sources, and the
 * portal from Vite, which replaces changed modules in the open page.
 */
async function main(): Promise<never> {
  const progress = createProgress()
  const stopSignals = listenForStop(() => process.exit(1))
  await installIfNeeded('everything', progress, stopSignals.aborted)
  // These packages may have been missing before the installation.
  const { testPortal } = await import('../product/server/testing/test-portal.ts')
  const { default: pinoPretty } = await import('pino-pretty')

  const log = pinoPretty({ singleLine: true, ignore: 'pid,hostname' })
  const product = await startProduct({
    ...readSettings(),
    consolePort: 'off',
    // Vite serves the portal, so the server needs no built portal.
    env: { DRAIN_MS: '0', PORTAL_FOLDER: testPortal, ...process.env },
    watch: true,
    onLine: said => {
      if (said.program === 'server') return void log.write(`${said.line}\n`)
      const warning = shortWarning(said)
      if (warning) console.error(warning)
    },
    progress,
    signal: stopSignals.aborted,
  })
  const vite = spawn(
    process.execPath,
    [inRoot('node_modules/vite/bin/vite.js'), inRoot('product/portal'), '--port', String(PORTAL_PORT)],
    { env: { ...process.env, SERVER_ADDRESS: product.address }, stdio: 'inherit' },
  )
  console.log(`\nThe portal, hot: http://127.0.0.1:${PORTAL_PORT}   (Ctrl-C stops everything)\n`)

  await Promise.race([stopSignals.asked, once(vite, 'exit'), product.died])
  vite.kill()
  await product.stop()
  process.exit(stopSignals.aborted.aborted ? 0 : 1)
}
