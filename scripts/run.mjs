import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from './folders.mjs'

/**
 * Runs a command to its end. `quiet` keeps what it says and hands it back instead of showing it.
 * An abort of `signal` ends the command; the answer then is its exit, as for any other.
 *
 * @returns {Promise<{ code: number, output: string }>} code 1 stands for a command that could not start or was killed
 */
export function run(command, args, { env = process.env, quiet = false, signal } = {}) {
  return new Promise(done => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      windowsHide: true,
    })
    let output = ''
    child.stdout?.on('data', chunk => (output += chunk))
    child.stderr?.on('data', chunk => (output += chunk))
    const stop = () => child.kill()
    signal?.addEventListener('abort', stop)
    child.on('error', error => done({ code: 1, output: output + error.message }))
    child.on('close', code => {
      signal?.removeEventListener('abort', stop)
      done({ code: code ?? 1, output })
    })
  })
}

/** Runs a script with this very Node: no shell and no `.cmd` wrapper, so that it is the same on Windows. */
export function runNode(args, options) {
  return run(process.execPath, args, options)
}

/** Runs npm: the one that started us, else the one that came with this Node. */
export function runNpm(args, options) {
  const cli = npmCli()
  return cli ? runNode([cli, ...args], options) : run('npm', args, options)
}

function npmCli() {
  const folder = dirname(process.execPath)
  return [
    process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : '',
    join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(folder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find(path => path && existsSync(path))
}
