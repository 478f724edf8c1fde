import { spawn } from 'node:child_process'

/**
 * Runs a shell command to its end.
 * @returns {Promise<{ code: number, stdout: string, output: string }>} `output` holds both channels
 */
export function sh(command, { cwd, env = {} } = {}) {
  return new Promise(done => {
    const child = spawn('sh', ['-c', command], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let output = ''
    child.stdout.on('data', chunk => ((stdout += chunk), (output += chunk)))
    child.stderr.on('data', chunk => (output += chunk))
    child.on('error', error => done({ code: 127, stdout, output: error.message }))
    child.on('close', code => done({ code: code ?? 1, stdout, output }))
  })
}
