import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { type Cluster, dataArgument, lastProblem } from './cluster.ts'
import { errorCode, findPostmaster, isPostmaster, markOf, readPidFile } from './postmaster.ts'

/**
 * PostgreSQL settings for a machine that also runs the programs that use the database. The settings keep statements,
 * parameters and DETAIL lines out of PostgreSQL's log, because they contain data of agents and customers. A DETAIL
 * line names the values of a violated constraint.
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

/** A start fails while processes of the last server still run, or if the port is taken. */
const mostStarts = 20

/** The wait is long, because after a power cut the server first replays up to max_wal_size of changes. */
const patienceMs = 150_000

/** The time within which a starting server is ready, in ms, unless it recovers from a crash. */
const startMs = 5_000

/** The key of the advisory lock. A two-part key never collides with the one-part keys that the server's users lock. */
const lockKey = '1162561872, 1'

const lockLimits = { connectionTimeoutMillis: 5_000, query_timeout: 5_000 }

const stopStepsMs = { INT: 60_000, QUIT: 10_000, KILL: 5_000 }

type Joined = { url: string; reused: boolean; lease: Client }

/**
 * Takes a lease (a shared lock) on the server of this data folder. Starts the server if none runs. If two processes
 * start a server at once, PostgreSQL's postmaster.pid and shared memory admit only one of them, and the other process
 * then joins that server.
 * @returns undefined if the process that the guard serves has left
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
      // The first 14 starts use the server's last port, because other processes look for the server there after a
      // crash. Later starts use a random port, because another program may have taken the last port.
      const lastPort = starts < 15 ? readPidFile(data)?.port : undefined
      started = await startServer(cluster, port ?? lastPort ?? randomInt(49_152, 65_536))
      if (!findPostmaster(data)) await sleep(300)
    }
    if (performance.now() > deadline) throw new Error('a process runs on its data and does not answer')
  }
  return undefined
}

/**
 * Stops the server unless a process holds a lease on it: by fast shutdown, then by immediate shutdown, finally by kill.
 * Holds the exclusive lock meanwhile, so that no process gets a new lease. A starting server cannot be locked yet, and
 * could give a lease while it is being stopped. Therefore this function waits up to startMs until the server is ready.
 * A server that still recovers after this time is stopped, and a process that waits for it starts a new server.
 */
export async function stopIfUnused({ folder, data, programs, account }: Cluster): Promise<void> {
  const server = await findStarted(data)
  if (!server) return
  const lock = server.isReady ? await takeLock(addressOf(folder, server.port), 'lock') : 'not ready'
  // Error 53300 means that all connections are taken, so the server is in use. If the lock failed for any other reason,
  // no process uses the server.
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
 * Starts a server, and waits until it has a postmaster.pid or has ended. Without this file, no other process could find
 * and stop the server.
 */
async function startServer(cluster: Cluster, port: number): Promise<number | undefined> {
  const { data, log, account, programs, durable } = cluster
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(log)
  const settings = [...always, ...(durable ? [] : throwAway), `port=${port}`, markOf(data)]
  const output = openSync(log, 'a', 0o600)
  // An old postmaster.pid may name a process that is now another program or a zombie. PostgreSQL refuses to start while
  // this process exists, unless the process is its grandparent. The variable therefore names it as the grandparent.
  const env = { ...process.env, PG_GRANDPARENT_PID: `${readPidFile(data)?.pid}` }
  const child = spawn(
    join(programs.bin, 'postgres'),
    ['-D', dataArgument, ...settings.flatMap(setting => ['-c', setting])],
    { ...account, env, cwd: data, detached: true, windowsHide: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  child.on('error', () => {}) // A program that cannot start has no pid, and isUp() returns false.
  const isUp = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  while (isUp() && !findPostmaster(data)) await sleep(20)
  return child.pid
}

/**
 * Takes the advisory lock on the server at `url`. PostgreSQL releases the lock when the connection or its process ends.
 * SCRAM authenticates both sides, so a foreign server that took over the port fails: it does not know the password.
 * @returns the connection that holds the lock, or the reason for failure: 'held' by another process, the error's code,
 * or 'no answer' if the error has no code
 */
async function takeLock(url: string, kind: 'lock' | 'lock_shared'): Promise<Client | string> {
  const client = new Client({ connectionString: url, ...lockLimits })
  client.on('error', () => {}) // The event 'end' follows, so the error needs no other handler.
  try {
    await client.connect()
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_${kind}(${lockKey}) "isOurs"`,
    )
    if (rows[0]?.isOurs) return client
    await client.end()
    return 'held'
  } catch (error) {
    void client.end().catch(() => {})
    return errorCode(error) ?? 'no answer'
  }
}

function addressOf(folder: string, port: number): string {
  const file = join(folder, 'password')
  if (!existsSync(file)) throw new Error(`nobody can log in to its data, because ${file} is missing`)
  return `postgres://postgres:${readFileSync(file, 'utf8')}@127.0.0.1:${port}/postgres`
}
