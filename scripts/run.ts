import { spawn } from 'node:child_process'

import { root } from './folders.ts'

export type RunOptions = {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** True if the output is returned and not printed. */
  quiet?: boolean
  signal?: AbortSignal | undefined
}

/**
 * `code` is 1 if the command could not start or was killed. `output` has both streams, for a person to read. A program
 * that reads an answer takes `stdout` alone, since npm may write a notice to the other stream at any time.
 */
export type Ended = { code: number; output: string; stdout: string }

export function run(command: string, args: string[], options: RunOptions = {}): Promise<Ended> {
  const { cwd = root, env = process.env, quiet = false, signal } = options
  return new Promise(done => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      windowsHide: true,
      ...(signal && { signal }),
    })
    let [output, stdout] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      output += chunk
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.on('error', error => done({ code: 1, output: output + error.message, stdout }))
    child.on('close', code => done({ code: code ?? 1, output, stdout }))
  })
}

/** Runs a script with this process's Node, without a shell or a `.cmd` wrapper, so that Windows behaves the same. */
export function runNode(args: string[], options?: RunOptions): Promise<Ended> {
  return run(process.execPath, args, options)
}

/** Runs the npm that started this process, or else the npm in PATH. */
export function runNpm(args: string[], options?: RunOptions): Promise<Ended> {
  const cli = process.env.npm_execpath
  return cli ? runNode([cli, ...args], options) : run('npm', args, options)
}
