import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { accountToDropTo } from '@ekyc/private-postgres/account'

import { withConnection } from '../../src/database/link/direct-connection.ts'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of PgBouncer, or undefined if it is not installed. `npm test` installs PgBouncer on Debian. */
export const pgBouncerProgram = folders.map(folder => join(folder, 'pgbouncer')).find(existsSync)

/** Starts a real PgBouncer, which lends each database connection to one transaction at a time. */
export async function startPgBouncer(databaseUrl: string, options: { connections: number }) {
  if (pgBouncerProgram === undefined) throw new Error('PgBouncer is not installed')
  const behind = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-pgbouncer-'))
  chmodSync(folder, 0o755) // PgBouncer reads the file under another account.
  const settings = join(folder, 'pgbouncer.ini')
  const password = behind.password && ` password=${decodeURIComponent(behind.password)}`
  writeFileSync(
    settings,
    `[databases]
* = host=${behind.hostname} port=${behind.port} user=${behind.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${options.connections}
`,
  )
  const program = spawn(pgBouncerProgram, [settings], { ...accountToDropTo(folder), stdio: 'ignore' })
  const ended = new Promise(resolve => program.once('exit', resolve))
  const url = `postgres://ekyc@127.0.0.1:${port}${behind.pathname}`
  for (let tries = 1; !(await answers(url)); tries += 1) {
    if (program.exitCode !== null || tries === 100) throw new Error('PgBouncer did not start')
    await sleep(50)
  }
  return {
    url,
    async close() {
      program.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function answers(url: string): Promise<boolean> {
  return withConnection(url, client => client.query('select 1')).then(
    () => true,
    () => false,
  )
}
