import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { buildIfStale } from '../../../scripts/build.ts'
import { Complaint } from '../../../scripts/complaint.ts'
import { nodeFlags, programFile, root, type ProgramName } from '../../../scripts/folders.ts'
import type { Progress } from '../../../scripts/progress.ts'
import { readSandboxSettings, withDefaults } from '../../../scripts/settings.ts'
import { knownPepper } from '../../../product/server/testing/fixed/known-pepper.ts'

const readyWithinMs = 120_000

export const silently: Progress = (_title, work) => work()

/** `env` and `nodeOptions` apply to the server. Without `databaseUrl`, the server starts its own PostgreSQL. */
export type ProductOptions = {
  folder: string
  databaseUrl?: string
  env?: NodeJS.ProcessEnv
  nodeOptions?: string[]
  devicePort?: number
}

export type MeasuredServer = {
  address: string
  pid: number
  log(): string
  stop(): Promise<number | null>
}

export type MeasuredProduct = {
  address: string
  pids: { server: number; sandbox: number }
  log(): string
  /** Starts another server on the same database and sandbox. */
  startServer(env?: NodeJS.ProcessEnv): Promise<MeasuredServer>
  stop(): Promise<void>
}

/**
 * Starts the built product with the sandbox, which simulates authority, bank and SMS service over real HTTP and answers
 * without delay. The output of each program goes to a log file.
 */
export async function startMeasuredProduct({
  folder,
  databaseUrl,
  env = {},
  nodeOptions = [],
  devicePort,
}: ProductOptions): Promise<MeasuredProduct> {
  await buildIfStale(silently)
  mkdirSync(folder, { recursive: true })
  const running: { stop(): Promise<unknown> }[] = []
  const common = { PATH: process.env.PATH, DATA_DIR: folder }
  try {
    const { pid: sandboxPid, sandbox = '' } = await start('sandbox', [], {
      ...common,
      SANDBOX_PORT: '0',
      DEVICE_PORT: devicePort === undefined ? 'off' : String(devicePort),
    })
    if (devicePort !== undefined) await endDelay(sandbox)
    const server = await startServer(env)
    const pids = { server: server.pid, sandbox: sandboxPid }
    return { address: server.address, pids, log: server.log, startServer, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function startServer(serverEnv: NodeJS.ProcessEnv = {}) {
    const { address = '', ...server } = await start('server', nodeOptions, {
      ...withDefaults(common, readSandboxSettings(folder)),
      PORT: '0',
      // The bench writes sessions itself, so it must know the pepper.
      PEPPER: knownPepper,
      // Raises the limit of reference checks, because the few agents of a bench make as many calls as many real agents.
      POLICY: JSON.stringify({ referenceChecksPerHour: 1_000_000 }),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...serverEnv,
    })
    return { address, ...server }
  }

  async function start(name: ProgramName, options: string[], programEnv: NodeJS.ProcessEnv) {
    const logFile = join(folder, `${name}-${running.length}.log`)
    const log = openSync(logFile, 'w')
    const args = [...nodeFlags, ...options, programFile(name), '--exit-with-parent']
    const child = spawn(process.execPath, args, { cwd: root, env: programEnv, stdio: ['pipe', log, log] })
    closeSync(log)
    const exited = once(child, 'exit') as Promise<[number | null]>
    const program = {
      pid: Number(child.pid),
      log: () => readFileSync(logFile, 'utf8'),
      stop: async () => {
        child.stdin?.end()
        const [code] = await exited
        return code
      },
    }
    running.push(program)
    return { ...program, ...(await readyLine(program.log, child)) }
  }

  async function stop() {
    for (const program of running.splice(0).toReversed()) await program.stop()
  }
}

async function endDelay(sandbox: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ delayMs: 0 })
  const answer = await fetch(`${sandbox}/device`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(await answer.text())
}

async function readyLine(log: () => string, child: ChildProcess) {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && child.exitCode === null) {
    const line = /^\{"ready":true.*$/m.exec(log())
    if (line) return JSON.parse(line[0]) as { address?: string; sandbox?: string }
    await wait(20)
  }
  throw new Complaint(`A program did not start:\n${log().slice(-2_000)}`)
}
