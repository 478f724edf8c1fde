import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const sources = join(import.meta.dirname, '../src')
const { PATH, NODE_COMPILE_CACHE } = process.env

/** The programs inherit only PATH and the compile cache from the environment. */
export function createPrograms(dataDir: string) {
  const children: ChildProcess[] = []

  /** @param file a path relative to product/server/src */
  function start(file: string, env: Record<string, string>, words: string[] = []): ChildProcess {
    const child = spawn(process.execPath, [join(sources, file), ...words], {
      cwd: join(sources, '../../..'),
      env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env },
    })
    children.push(child)
    return child
  }

  return {
    start,
    /** Starts a sandbox without a scanner. Returns its address, and the settings of a server that uses it. */
    async startSandbox(): Promise<{ sandbox: string; settings: Record<string, string> }> {
      const child = start('../../sandbox/src/main.ts', { SANDBOX_PORT: '0', DEVICE_PORT: 'off' })
      const { sandbox } = await readyLineOf(child)
      const settings = readFileSync(join(dataDir, 'sandbox/server-settings.json'), 'utf8')
      return { sandbox: String(sandbox), settings: JSON.parse(settings) as Record<string, string> }
    },
    async killAll(): Promise<void> {
      for (const child of children)
        if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    },
  }
}

/** Returns the program's report that it is ready. Rejects with the program's error output if the program ends first. */
export async function readyLineOf(child: ChildProcess): Promise<Record<string, unknown>> {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`it ended with ${code}: ${words}`)))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', line => {
        if (line.startsWith('{"ready":')) resolve(JSON.parse(line) as Record<string, unknown>)
      })
  })
}
