import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'

import { programFile } from './folders.mjs'
import { openLogFile } from './log-file.mjs'
import { startProgram } from './program.mjs'
import { readSandboxSettings, withDefaults } from './settings.mjs'

const SANDBOX_READY_WITHIN_MS = 60_000
// The first start makes a database and loads demo data, maybe on a slow disk.
const SERVER_READY_WITHIN_MS = 180_000

/**
 * Starts the built product: the sandbox (unless `withSandbox` is false), then the server with the settings that the
 * sandbox wrote for it as defaults under `env`. Log lines go to DATA_DIR/logs and to `onLine`; those of a server alone
 * to our standard output. When anything fails, or `signal` is aborted meanwhile, all is stopped again before the
 * promise rejects.
 *
 * @returns `stop()`: the server first, then the sandbox; `kill()`: both at once; `restartServer()`; `died`: resolves
 *   with the program that ended without being asked to
 */
export async function startProduct(options) {
  const {
    dataDir,
    env = process.env,
    withSandbox = true,
    onLine = () => {},
    progress = justDo,
    signal,
  } = options
  const common = { ...env, DATA_DIR: dataDir }
  const running = []
  const logs = withSandbox ? { sandbox: openLog('sandbox'), server: openLog('server') } : {}
  const deaths = new EventEmitter()
  const died = once(deaths, 'death').then(([end]) => end)
  let stopping = false
  const onAbort = () => stop()
  signal?.addEventListener('abort', onAbort)

  try {
    const sandbox = withSandbox ? await progress('Starting the sandbox', startSandbox) : undefined
    const server = await progress('Starting the server and its database', startServer)
    signal?.throwIfAborted()
    return {
      address: server.address,
      sandbox: sandbox?.sandbox,
      devicePort: sandbox?.device,
      died,
      stop,
      kill: () => running.forEach(program => program.kill()),
      restartServer,
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }

  function startSandbox() {
    return start({
      name: 'sandbox',
      readyWithinMs: SANDBOX_READY_WITHIN_MS,
      env: { ...common, SANDBOX_PORT: String(options.sandboxPort), DEVICE_PORT: String(options.devicePort) },
    })
  }

  function startServer() {
    return start({
      name: 'server',
      args: withSandbox ? [] : ['--no-sandbox'],
      readyWithinMs: SERVER_READY_WITHIN_MS,
      env: {
        ...withDefaults(common, withSandbox ? readSandboxSettings(dataDir) : {}),
        PORT: String(options.port),
      },
    })
  }

  async function restartServer() {
    const server = running.pop()
    await server.stop()
    await startServer()
  }

  async function start({ name, args, env: programEnv, readyWithinMs }) {
    signal?.throwIfAborted()
    const program = startProgram({
      name,
      file: programFile(name),
      args,
      env: programEnv,
      readyWithinMs,
      ownOutput: !withSandbox,
      onLine: line => {
        logs[name]?.write(line.line)
        onLine(line)
      },
    })
    running.push(program)
    const message = await program.ready
    void program.exited.then(end => running.includes(program) && !stopping && deaths.emit('death', end))
    return message
  }

  function openLog(name) {
    return openLogFile(join(dataDir, 'logs', `${name}.log`))
  }

  async function stop() {
    stopping = true
    for (const program of running.toReversed()) await program.stop()
    for (const log of Object.values(logs)) log.close()
  }
}

function justDo(title, work) {
  return work()
}
