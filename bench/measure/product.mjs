import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { buildIfStale } from '../../scripts/build.ts'
import { Complaint } from '../../scripts/complaint.ts'
import { programFile, root } from '../../scripts/folders.ts'
import { readSandboxSettings, withDefaults } from '../../scripts/settings.ts'

const readyWithinMs = 120_000

/**
 * The built product as it runs in production, but for its far ends: the sandbox plays authority, bank and SMS over
 * real HTTP and answers without a delay of its own. Logs go to files, as under a container's runtime.
 *
 * @param {{ folder: string, databaseUrl?: string, env?: Record<string, string>, nodeOptions?: string[],
 *   devicePort?: number }} options `env` and `nodeOptions` are the server's; without `databaseUrl` it starts its own
 * @returns `address`, `sandbox` (addresses), `pids` of both, `startServer(env)` for one more on the same database and
 *   far ends, `tellSandbox('device' | 'authority' | …, settings)`, `stop()`
 */
export async function startMeasuredProduct({ folder, databaseUrl, env = {}, nodeOptions = [], devicePort }) {
  await buildIfStale((_title, work) => work())
  mkdirSync(folder, { recursive: true })
  const running = []
  const common = { PATH: process.env.PATH, DATA_DIR: folder }
  try {
    const sandbox = await start('sandbox', [], {
      ...common,
      SANDBOX_PORT: '0',
      DEVICE_PORT: devicePort === undefined ? 'off' : String(devicePort),
    })
    const server = await startServer(env)
    return {
      address: server.address,
      sandbox: sandbox.sandbox,
      pids: { server: server.pid, sandbox: sandbox.pid },
      startServer,
      tellSandbox: (what, settings) => tell(`${sandbox.sandbox}/${what}`, settings),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }

  function startServer(serverEnv) {
    return start('server', nodeOptions, {
      ...withDefaults(common, readSandboxSettings(folder)),
      PORT: '0',
      // A bench plays all day's agents by a few.
      POLICY: JSON.stringify({ referenceChecksPerHour: 1_000_000 }),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...serverEnv,
    })
  }

  async function start(name, options, programEnv) {
    const logFile = join(folder, `${name}-${running.length}.log`)
    const log = openSync(logFile, 'w')
    const args = [...options, programFile(name), '--exit-with-parent']
    const child = spawn(process.execPath, args, { cwd: root, env: programEnv, stdio: ['pipe', log, log] })
    closeSync(log)
    const exited = new Promise(resolve => child.once('exit', resolve))
    const program = {
      pid: child.pid,
      log: () => readFileSync(logFile, 'utf8'),
      stop: () => (child.stdin.end(), exited),
    }
    running.push(program)
    return { ...program, ...(await readyLine(logFile, child)) }
  }

  async function stop() {
    for (const program of running.splice(0).toReversed()) await program.stop()
  }
}

async function tell(url, settings) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(settings) })
  if (!answer.ok) throw new Error(await answer.text())
}

async function readyLine(logFile, child) {
  const deadline = performance.now() + readyWithinMs
  while (performance.now() < deadline && child.exitCode === null) {
    const line = /^\{"ready":true.*$/m.exec(readFileSync(logFile, 'utf8'))
    if (line) return JSON.parse(line[0])
    await wait(20)
  }
  throw new Complaint(`A program did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
}
