import { join } from 'node:path'

import type { ProgramName } from './folders.ts'
import { openLogFile } from './log-file.ts'
import { startProgram, type End, type Program, type Ready } from './program.ts'
import type { Progress } from './progress.ts'
import { readSandboxSettings, withDefaults } from './settings.ts'
import type { Said } from './warnings.ts'

export type ProductOptions = {
  dataDir: string
  port: number
  sandboxPort: number
  devicePort: number | string
  consolePort?: number | 'off'
  env?: NodeJS.ProcessEnv
  withSandbox?: boolean
  /** True if orders go on in the demo's shops while the product runs. */
  demoGoesOn?: boolean
  /** True if Node restarts the server on each change of its sources. */
  watch?: boolean
  onLine?: (said: Said) => void
  progress?: Progress
  signal?: AbortSignal
}

export type RunningProduct = Awaited<ReturnType<typeof startProduct>>

/**
 * Starts the product: the sandbox (unless `withSandbox` is false), then the server, then the bank's console, but does
 * not wait for the console. With the sandbox, it loads the demo's data into an empty database. The server gets the
 * settings that the sandbox wrote for it, and `env` takes precedence. Log lines go to DATA_DIR/logs and to `onLine`;
 * without the sandbox, a program writes to the standard output of this process. A failure, or an abort of `signal`,
 * stops everything before the promise rejects.
 */
export async function startProduct(options: ProductOptions) {
  const {
    dataDir,
    env = process.env,
    withSandbox = true,
    demoGoesOn = false,
    watch = false,
    consolePort = 'off',
    onLine = () => {},
    progress = (_title, work) => work(),
    signal,
  } = options
  const common = { ...env, DATA_DIR: dataDir }
  const running: Program[] = []
  let die: (end: End) => void = () => {}
  const died = new Promise<End>(resolve => (die = resolve))
  let stopping = false
  const onAbort = () => void stop()
  signal?.addEventListener('abort', onAbort)

  try {
    const ports = { SANDBOX_PORT: String(options.sandboxPort), DEVICE_PORT: String(options.devicePort) }
    const sandbox = withSandbox
      ? await progress('Starting the sandbox', () => start('sandbox', { ...common, ...ports }))
      : undefined
    const server = await progress('Starting the server and its database', startServer)
    if (withSandbox) await progress('Loading the demo data', loadDemoData)
    signal?.throwIfAborted()
    return {
      address: server.address ?? '',
      sandbox: sandbox?.sandbox ?? '',
      devicePort: sandbox?.device ?? 0,
      pidOf: (name: ProgramName) => Number(running.find(program => program.name === name)?.pid),
      /** Resolves with the console's address when the console is ready. Undefined if the console is off. */
      console: typeof consolePort === 'number' ? startConsole(consolePort) : undefined,
      startConsole,
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

  function startServer(): Promise<Ready> {
    return start('server', { ...serverSettings(), PORT: String(options.port) })
  }

  async function loadDemoData(): Promise<void> {
    await start('demo data', serverSettings(), demoGoesOn ? ['--go-on'] : [])
    if (!demoGoesOn) await stopProgram('demo data')
  }

  /** Starts the console. Its end, or its failure to start, ends the product, as the end of the server does. */
  async function startConsole(port: number): Promise<string> {
    try {
      // The server already uses METRICS_PORT.
      const settings = { ...serverSettings(), CONSOLE_PORT: String(port), METRICS_PORT: '' }
      const { address = '' } = await start('console', settings)
      return address
    } catch (error) {
      const lastWords = [error instanceof Error ? error.message : String(error)]
      if (!stopping) die({ name: 'console', how: 'it did not start', lastWords })
      return ''
    }
  }

  function serverSettings(): NodeJS.ProcessEnv {
    return withDefaults(common, withSandbox ? readSandboxSettings(dataDir) : {})
  }

  async function restartServer(): Promise<void> {
    await stopProgram('server')
    await startServer()
  }

  async function stopProgram(name: ProgramName): Promise<void> {
    const program = running.findLast(one => one.name === name)
    if (!program) return
    running.splice(running.indexOf(program), 1)
    await program.stop()
  }

  async function start(
    name: ProgramName,
    settings: NodeJS.ProcessEnv,
    args: string[] = withSandbox ? [] : ['--no-sandbox'],
  ): Promise<Ready> {
    signal?.throwIfAborted()
    const log = withSandbox ? openLogFile(join(dataDir, 'logs', `${name}.log`)) : undefined
    const program = startProgram({
      name,
      args,
      watch: watch && name === 'server',
      env: settings,
      ownOutput: !withSandbox,
      onLine: line => {
        log?.write(line.line)
        onLine(line)
      },
    })
    running.push(program)
    void program.exited.then(() => log?.close())
    const message = await program.ready
    void program.exited.then(end => running.includes(program) && !stopping && die(end))
    return message
  }

  async function stop(): Promise<void> {
    stopping = true
    for (const program of running.toReversed()) await program.stop()
  }
}
