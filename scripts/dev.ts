import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { exitWith } from './complaint.ts'
import { inRoot, nodeFlags, programFile, root, type ProgramName } from './folders.ts'
import { installIfNeeded } from './install.ts'
import { createProgress } from './progress.ts'
import { startProgram } from './program.ts'
import { readSandboxSettings, readSettings, withDefaults } from './settings.ts'
import { listenForStop } from './stop-signals.ts'
import { shortWarning } from './warnings.ts'

const READY_WITHIN_MS = 120_000
const PORTAL_PORT = 5173

await main().catch(exitWith)

/**
 * Starts the product for development: the sandbox, a server that Node restarts on each change of its sources, and the
 * portal from Vite, which replaces changed modules in the open page.
 */
async function main(): Promise<never> {
  const progress = createProgress()
  const { dataDir, port, sandboxPort, devicePort } = readSettings()
  const stopSignals = listenForStop(() => process.exit(1))
  await installIfNeeded('everything', progress, stopSignals.aborted)
  // These packages may have been missing before the installation.
  const [{ testPortal }, { findDatabase }, { migrate }, { default: pinoPretty }] = await Promise.all([
    import('../product/server/testing/test-portal.ts'),
    import('../product/server/src/database/link/find-database.ts'),
    import('../product/server/src/database/schema/migrate.ts'),
    import('pino-pretty'),
  ])

  const common = { ...process.env, DATA_DIR: dataDir }
  const start = (name: ProgramName, env: NodeJS.ProcessEnv) =>
    startProgram({
      name,
      file: programFile(name),
      env,
      readyWithinMs: READY_WITHIN_MS,
      onLine: said => show(shortWarning(said)),
      ownOutput: false,
    })
  const sandbox = start('sandbox', {
    ...common,
    SANDBOX_PORT: String(sandboxPort),
    DEVICE_PORT: String(devicePort),
  })
  await progress('Starting the sandbox', () => sandbox.ready)

  // The database stays up while the server restarts, which halves the time of a restart.
  const database = await findDatabase({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir }, {})
  // Vite serves the portal, so the server needs no built portal.
  const settings = withDefaults(
    { DRAIN_MS: '0', PORTAL_FOLDER: testPortal, ...common, PORT: String(port) },
    readSandboxSettings(dataDir),
  )
  await migrate(database.url)
  await progress('Loading the demo data', () => start('demo data', settings).ready)
  const server = spawnNode(['--watch', '--watch-preserve-output', programFile('server')], settings, 'pipe')
  server.stdout?.pipe(pinoPretty({ singleLine: true, ignore: 'pid,hostname' }))
  const vite = spawnNode(
    [join(root, 'node_modules/vite/bin/vite.js'), inRoot('product/portal'), '--port', String(PORTAL_PORT)],
    { ...process.env, SERVER_ADDRESS: `http://127.0.0.1:${port}` },
  )
  console.log(`\nThe portal, hot: http://127.0.0.1:${PORTAL_PORT}   (Ctrl-C stops everything)\n`)

  await Promise.race([stopSignals.asked, endOf(server), endOf(vite), sandbox.exited])
  for (const child of [vite, server]) child.kill('SIGTERM')
  await Promise.all([endOf(vite), endOf(server)])
  await Promise.all([sandbox.stop(), database.leave()])
  process.exit(stopSignals.aborted.aborted ? 0 : 1)
}

function spawnNode(
  args: string[],
  env: NodeJS.ProcessEnv,
  output: 'inherit' | 'pipe' = 'inherit',
): ReturnType<typeof spawn> {
  return spawn(process.execPath, [...nodeFlags, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', output, 'inherit'],
  })
}

function endOf(child: ReturnType<typeof spawn>): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(done => child.once('exit', done))
}

function show(line: string): void {
  if (line) console.error(line)
}
