import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { Client } from 'pg'

import { Complaint } from '../../../scripts/complaint.ts'
import { installDebianPackages } from '../../../scripts/debian-packages.ts'

const oldestMajor = 15

export type TunedPostgres = {
  url: string
  version: string
  pid: number
  bin(program: string): string
  /** The path of PostgreSQL's log, which has one line of JSON per message. */
  logFile: string
  stop(): Promise<void>
}

/**
 * Starts a tuned PostgreSQL whose commits wait for the disk. If PostgreSQL is missing and this process may install
 * packages, installs Debian's package. Keeps existing data in `folder`.
 */
export async function startTunedPostgres({
  folder,
  port: wanted,
  settings = {},
}: {
  folder: string
  port?: number
  settings?: Record<string, string>
}): Promise<TunedPostgres> {
  const binFolder = installedBin() ?? (await install())
  const bin = (program: string) => join(binFolder, program)
  const account = accountToRunAs()
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const port = wanted ?? (await freePort())
  if (!existsSync(data))
    execFileSync(bin('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
      ...account,
      stdio: 'ignore',
    })
  writeFileSync(join(data, 'postgresql.auto.conf'), conf({ ...tuned(folder, port), ...settings }))

  const child = spawn(bin('postgres'), ['-D', data], { ...account, stdio: 'ignore' })
  const ended = new Promise(resolve => child.once('exit', resolve))
  process.prependOnceListener('exit', () => child.kill('SIGQUIT')) // Ends PostgreSQL even if the bench fails.
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const version = await untilItAnswers(url, child)
  return { url, version, pid: Number(child.pid), bin, logFile: join(data, 'log', 'postgres.json'), stop }

  async function stop() {
    child.kill('SIGINT')
    await ended
  }
}

function tuned(folder: string, port: number): Record<string, string> {
  const sharedMb = Math.min(4096, Math.floor(totalmem() / 2 ** 20 / 4))
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${sharedMb * 3}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '512MB',
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
    wal_compression: 'on',
    random_page_cost: '1.1',
    effective_io_concurrency: '100',
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track_utility': 'on',
    logging_collector: 'on',
    log_destination: 'jsonlog',
    log_filename: 'postgres.log',
    log_rotation_age: '0',
    log_rotation_size: '0',
  }
}

function conf(settings: Record<string, string>) {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('')
}

function installedBin() {
  const root = '/usr/lib/postgresql'
  const majors = (existsSync(root) ? readdirSync(root) : [])
    .map(Number)
    .filter(major => major >= oldestMajor && existsSync(join(root, String(major), 'bin', 'pgbench')))
  return majors.length > 0 ? join(root, String(Math.max(...majors)), 'bin') : undefined
}

async function install() {
  console.log('Installing PostgreSQL …')
  await installDebianPackages('postgresql', 'postgresql-contrib')
  const binFolder = installedBin()
  if (!binFolder)
    throw new Complaint(`Install PostgreSQL ${oldestMajor} or later with pgbench and its contrib modules.`)
  return binFolder
}

/** PostgreSQL refuses to run as root. */
function accountToRunAs() {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<string> {
  for (let tries = 0; tries < 1_500 && child.exitCode === null; tries += 1) {
    const client = new Client(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ version: string }>(
        "select split_part(current_setting('server_version'), ' ', 1) as version",
      )
      if (rows[0]) return rows[0].version
    } catch {
      await wait(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Complaint('The PostgreSQL of the bench did not start.')
}
