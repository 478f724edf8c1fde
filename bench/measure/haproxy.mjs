import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from '../../scripts/complaint.ts'
import { installDebianPackages } from '../../scripts/debian-packages.ts'

const program = '/usr/sbin/haproxy'

/**
 * HAProxy with the given configuration file, which may name variables of `env`. Debian's package is installed when
 * there is none and we may.
 *
 * @param {{ file: string, env?: Record<string, string>, port: number }} options `port`: one that it will listen on
 * @returns `pid` and `stop()`
 */
export async function startHaproxy({ file, env = {}, port }) {
  if (!existsSync(program)) await install()
  const child = spawn(program, ['-db', '-q', '-f', file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = new Promise(resolve => child.once('exit', resolve))
  process.prependOnceListener('exit', () => child.kill('SIGKILL'))
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Complaint(`HAProxy did not start with ${file}.`)
    await wait(50)
  }
  return { pid: child.pid, stop: () => (child.kill('SIGKILL'), exited) }
}

async function install() {
  console.log('Installing HAProxy …')
  await installDebianPackages('haproxy')
  if (!existsSync(program)) throw new Complaint(`Install HAProxy (${program}).`)
}

function accepts(port) {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
