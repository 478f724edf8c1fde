import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from './folders.ts'

export type RunOptions = {
  env?: NodeJS.ProcessEnv
  /** True if the output is returned and not printed. */
  quiet?: boolean
  signal?: AbortSignal | undefined
}

/** `code` is 1 if the command could not start or was killed. */
export type Ended = { code: number; output: string }

export function run(command: string, args: string[], options: RunOptions = {}): Promise<Ended> {
  const { env = process.env, quiet = false, signal } = options
  return new Promise(done => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      windowsHide: true,
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const stop = () => child.kill()
    signal?.addEventListener('abort', stop)
    child.on('error', error => done({ code: 1, output: output + error.message }))
    child.on('close', code => {
      signal?.removeEventListener('abort', stop)
      done({ code: code ?? 1, output })
    })
  })
}

/** Runs a script with this process's Node, without a shell or a `.cmd` wrapper, so that Windows behaves the same. */
export function runNode(args: string[], options?: RunOptions): Promise<Ended> {
  return run(process.execPath, args, options)
}

/** Runs the npm that started this process, or else the npm beside this Node, or else the npm in PATH. */
export function runNpm(args: string[], options?: RunOptions): Promise<Ended> {
  const cli = npmCli()
  return cli ? runNode([cli, ...args], options) : run('npm', args, options)
}

function npmCli(): string | undefined {
  const folder = dirname(process.execPath)
  return [
    process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : '',
    join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find(path => path && existsSync(path))
}
