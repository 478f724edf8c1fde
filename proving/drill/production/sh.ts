import { spawn } from 'node:child_process'

/** The result of a command. `output` holds both standard output and standard error. */
export type Shown = { code: number; stdout: string; output: string }

export function sh(
  command: string,
  { cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Shown> {
  return new Promise(done => {
    const child = spawn('sh', ['-c', command], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => ((stdout += chunk.toString()), (output += chunk.toString())))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', error => done({ code: 127, stdout, output: error.message }))
    child.on('close', code => done({ code: code ?? 1, stdout, output }))
  })
}
