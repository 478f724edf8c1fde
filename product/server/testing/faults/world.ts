import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { freePort } from '@ekyc/contract/testing/free-port'
import { startOwnPostgres, type OwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'

import { knownPepper } from '../fixed/known-pepper.ts'
import { readyLineOf } from '../programs.ts'
import { testPortal } from '../test-portal.ts'

const root = join(import.meta.dirname, '../../../..')
const clock = pathToFileURL(join(import.meta.dirname, 'stepped-clock.mjs')).href

/** The product in separate processes. */
export type World = {
  /** The server's address, which stays the same after a restart. */
  address: string
  sandbox: string
  postgres: OwnPostgres
  killServer(): Promise<void>
  /** Starts the server. If it does not start, for example while its database is down, tries again for up to 60 s. */
  startServer(): Promise<void>
  /** Sets the error of the server's clock, in ms. With 'everybody', the sandbox's clock gets the same error. */
  setClock(wrongByMs: number, whose: 'server' | 'everybody'): void
  serverTime(): Date
  /** The programs that ended without being killed, each with its last words. */
  deaths: string[]
  close(): Promise<void>
}

/** Server settings with short time limits, so that waits and the claims of a killed server end within the test. */
const serverSettings = {
  PEPPER: knownPepper,
  AUTHORITY_TIMEOUT_MS: '1500',
  BANK_TIMEOUT_MS: '1000',
  SMS_TIMEOUT_MS: '1000',
}
const patienceMs = 60_000

/** Starts the product on a PostgreSQL of its own that survives its kills. */
export async function startWorld(): Promise<World> {
  const postgres = await startOwnPostgres({ durable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'ekyc-faults-'))
  const port = await freePort()
  const deaths: string[] = []
  const killed = new WeakSet<ChildProcess>()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const usual = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir }

  const sandbox = start('sandbox', { ...usual, SANDBOX_PORT: '0', DEVICE_PORT: '0' })
  const sandboxLine = await sandbox.ready
  const settings = JSON.parse(
    readFileSync(join(dataDir, 'sandbox', 'server-settings.json'), 'utf8'),
  ) as NodeJS.ProcessEnv
  const serverEnv = {
    ...usual,
    ...settings,
    ...serverSettings,
    PORT: String(port),
    PORTAL_FOLDER: testPortal,
    DATABASE_URL: postgres.url,
    TRUSTED_PROXIES: '127.0.0.1',
    // The limits are high, because a few agents do the work of many hours within minutes.
    POLICY: JSON.stringify({
      referenceChecksPerHour: 100_000,
      otpSendsPerHour: 1_000,
      otpSendsPerDay: 1_000,
    }),
  }
  let server: ReturnType<typeof start> | undefined
  let serverWrongByMs = 0

  async function startServer(): Promise<void> {
    const deadline = performance.now() + patienceMs
    for (;;) {
      server = start('server', { ...serverEnv, CLOCK_WRONG_BY_MS: String(serverWrongByMs) })
      // A failed start does not count as a death, because a server without its database refuses to start.
      killed.add(server.child)
      const ready = await server.ready.catch((error: unknown) => error)
      if (!(ready instanceof Error)) return void killed.delete(server.child)
      if (performance.now() > deadline) throw ready
      await sleep(200)
    }
  }

  function start(name: 'server' | 'sandbox', env: NodeJS.ProcessEnv) {
    const file = join(root, 'product', name, 'src/main.ts')
    const child = spawn(process.execPath, ['--import', clock, file, '--exit-with-parent'], {
      cwd: root,
      env,
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    })
    let words = ''
    child.stderr?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)))
    child.on('exit', (code, signal) => {
      if (!killed.has(child)) deaths.push(`${name} ended (${signal ?? code}): ${words}`)
    })
    return { child, ready: readyLineOf(child) }
  }

  async function kill(program: ReturnType<typeof start> | undefined): Promise<void> {
    if (!program || program.child.exitCode !== null || program.child.signalCode !== null) return
    killed.add(program.child)
    const gone = once(program.child, 'exit')
    program.child.kill('SIGKILL')
    await gone
  }

  await startServer()
  const demo = join(root, 'product/sandbox/src/demo/main.ts')
  await promisify(execFile)(process.execPath, [demo], { cwd: root, env: serverEnv })
  return {
    address: `http://127.0.0.1:${port}`,
    sandbox: sandboxLine['sandbox'] as string,
    postgres,
    deaths,
    startServer,
    killServer: () => kill(server),
    setClock(wrongByMs, whose) {
      serverWrongByMs = wrongByMs
      tellTime(server?.child, wrongByMs)
      tellTime(sandbox.child, whose === 'everybody' ? wrongByMs : 0)
    },
    serverTime: () => new Date(Date.now() + serverWrongByMs),
    async close() {
      await kill(server)
      await kill(sandbox)
      await postgres.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function tellTime(child: ChildProcess | undefined, clockWrongByMs: number): void {
  // A server that has just been killed cannot receive the clock's error. It gets the error at its next start.
  if (child?.connected) child.send({ clockWrongByMs }, () => {})
}
