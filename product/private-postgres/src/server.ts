import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'

import { type Cluster, dataArgument, lastProblem } from './cluster.ts'
import { takeLock } from './lock.ts'
import { addressOf } from './password.ts'
import { findPostmaster, isPostmaster, markOf, readPidFile } from './postmaster.ts'

/**
 * Settings for a machine that runs everything. With them, PostgreSQL's log contains errors, but no data of agents or
 * customers: no statement, no parameter, no DETAIL line (which names the values of a violated constraint).
 */
const always = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_wal_size=512MB',
  'jit=off',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
]
const throwAway = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** A start fails while processes of the last server still run, or if another program takes the port first. */
const mostStarts = 20

/** After a power cut, the recovery reads all changes since the last checkpoint, at most max_wal_size. */
const patienceMs = 150_000

/** A server that starts is ready within this time, unless it recovers from a crash. */
const startMs = 5_000

const stopStepsMs = { INT: 60_000, QUIT: 10_000, KILL: 5_000 }

type Joined = { url: string; reused: boolean; lease: Client }

/**
 * Takes a lease, a shared lock, on the running server of these data, or starts one. When two processes start a server
 * at once, PostgreSQL's postmaster.pid and shared memory admit one of them, and the other process finds it.
 * @returns undefined if the guard's user has left
 */
export async function joinServer(cluster: Cluster): Promise<Joined | undefined> {
  const { folder, data, log, port } = cluster
  const deadline = performance.now() + patienceMs
  let started: number | undefined
  for (let starts = 0; process.connected; await sleep(20)) {
    const server = findPostmaster(data)
    if (server?.isReady) {
      if (server.port !== (port ?? server.port)) throw new Error('another process moved it to another port')
      const url = addressOf(folder, server.port)
      const lease = await takeLock(url, 'lock_shared')
      if (lease === '28P01') throw new Error('the password beside its data does not fit the data')
      if (typeof lease !== 'string') return { url, reused: server.pid !== started, lease }
    } else if (!server) {
      if (starts++ === mostStarts)
        throw new Error(`it does not start (${lastProblem(readFileSync(log, 'utf8'))}; see ${log})`)
      cluster.onProgress('Starting the database')
      // After a crash, other processes find the server by its last port. The last tries choose another port, because a
      // program may have taken that one.
      const lastPort = starts < 15 ? readPidFile(data)?.port : undefined
      started = await startServer(cluster, port ?? lastPort ?? randomInt(49_152, 65_536))
      if (!findPostmaster(data)) await sleep(300)
    }
    if (performance.now() > deadline) throw new Error('a process runs on its data and does not answer')
  }
  return undefined
}

/**
 * Stops the server unless a process holds a lease on it: by fast shutdown, then immediate shutdown, finally kill.
 * Meanwhile the exclusive lock refuses new leases. A starting server takes no lock yet, and could give a lease in the
 * moment in which it is stopped, so that it is waited for; of one that recovers for longer, a process that waits starts
 * another.
 */
export async function stopIfUnused({ folder, data, programs, account }: Cluster): Promise<void> {
  const server = await findStarted(data)
  if (!server) return
  const lock = server.isReady ? await takeLock(addressOf(folder, server.port), 'lock') : 'not ready'
  // A server whose connections are all taken is in use, too. Any other server that gives no answer serves nobody.
  if (lock === 'held' || lock === '53300') return
  for (const [signal, waitMs] of Object.entries(stopStepsMs)) {
    const deadline = performance.now() + waitMs
    spawnSync(join(programs.bin, 'pg_ctl'), ['kill', signal, `${server.pid}`], { ...account, cwd: '/' })
    while (isPostmaster(server.pid, data) && performance.now() < deadline) await sleep(15)
    if (!isPostmaster(server.pid, data)) return
  }
}

async function findStarted(data: string): Promise<ReturnType<typeof findPostmaster>> {
  const deadline = performance.now() + startMs
  for (;;) {
    const server = findPostmaster(data)
    if (!server || server.isReady || performance.now() > deadline) return server
    await sleep(20)
  }
}

/**
 * Starts a server, and waits until it has a postmaster.pid or has ended: before that, nobody could find and stop it.
 */
async function startServer(cluster: Cluster, port: number): Promise<number | undefined> {
  const { data, log, account, programs, durable } = cluster
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(log)
  const settings = [...always, ...(durable ? [] : throwAway), `port=${port}`, markOf(data)]
  const output = openSync(log, 'a', 0o600)
  // PostgreSQL would trust a postmaster.pid whose process is now another program, or a zombie. It never takes its own
  // grandparent for a server.
  const env = { ...process.env, PG_GRANDPARENT_PID: `${readPidFile(data)?.pid}` }
  const child = spawn(
    join(programs.bin, 'postgres'),
    ['-D', dataArgument, ...settings.flatMap(setting => ['-c', setting])],
    { ...account, env, cwd: data, detached: true, windowsHide: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  child.on('error', () => {}) // A child without a pid counts as ended.
  const isUp = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  while (isUp() && !findPostmaster(data)) await sleep(20)
  return child.pid
}
