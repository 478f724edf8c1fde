import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { Complaint } from '../../scripts/complaint.ts'
import { installDebianPackages } from '../../scripts/debian-packages.ts'

const program = '/usr/sbin/haproxy'

/**
 * Starts HAProxy with a configuration file, which may name variables of `env`, and waits until it listens on `port`. Installs
 * Debian's package if HAProxy is missing and this process may install it.
 */
export async function startHaproxy({
  file,
  env = {},
  port,
}: {
  file: string
  env?: Record<string, string>
  port: number
}): Promise<{ pid: number; stop(): Promise<unknown> }> {
  if (!existsSync(program)) await install()
  const child = spawn(program, ['-db', '-q', '-f', file], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  process.prependOnceListener('exit', () => child.kill('SIGKILL'))
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Complaint(`HAProxy did not start with ${file}.`)
    await wait(50)
  }
  return { pid: Number(child.pid), stop: () => (child.kill('SIGKILL'), exited) }
}

async function install() {
  console.log('Installing HAProxy …')
  await installDebianPackages('haproxy')
  if (!existsSync(program)) throw new Complaint(`Install HAProxy (${program}).`)
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      resolve(true)
      socket.destroy()
    })
  })
}
