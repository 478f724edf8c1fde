import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { addressOf, type Cluster, dataArgument, lastProblem } from './data.ts'
import { isRunning } from './is-running.ts'
import { type Lease, refuseLeases, takeLease } from './lease.ts'
import { findPostmaster, portOfLast } from './postmaster.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { program } from './programs.ts'
import { settingsArguments } from './settings.ts'

export type Launched = { url: string; lease: Lease; reused: boolean }

/**
 * A start fails while another process's server stops or the last server's processes still end, and when another program
 * takes the port first: a few tries, 6 s at most.
 */
const pausesMs = [50, 100, 200, 400, 800, 1600, 2800]

/** Recovery after a power cut reads what was written since the last checkpoint, max_wal_size at most. */
const patienceMs = 150_000

const stopSteps = [
  ['INT', 60_000],
  ['QUIT', 10_000],
  ['KILL', 5_000],
] as const

/**
 * Finds the server that runs on the data, or starts one. When two processes start a server at once, PostgreSQL's
 * postmaster.pid and shared memory admit one of them, and the other process finds it.
 * @param options.port the required port; without it the last one, or else a random one
 */
export async function reuseOrLaunch(
  cluster: Cluster,
  options: { port: number | undefined; onStart: () => void; signal: AbortSignal },
): Promise<Launched> {
  const { folder, data } = cluster
  const { port, onStart, signal } = options
  const deadline = performance.now() + patienceMs
  const pauses = [...pausesMs]
  // After a crash, other processes know the server by the port that it had. The last tries do without: it may be taken.
  const lastPort = () => (pauses.length > 2 ? portOfLast(data) : undefined)
  let started: ChildProcess | undefined
  try {
    for (; !signal.aborted; await sleep(10)) {
      const server = findPostmaster(data)
      if (server?.isReady) {
        const url = addressOf(folder, server.port)
        const lease = await takeLease(url)
        if (lease) return { url, lease, reused: server.pid !== started?.pid }
      } else if (!server && started && !isUp(started)) {
        started = undefined
        await sleep(pauses.shift())
      } else if (!server && !started) {
        if (pauses.length === 0) throw new PrivatePostgresUnavailable(whyNoStart(folder))
        onStart()
        started = startServer(cluster, port ?? lastPort() ?? randomInt(49_152, 65_536))
      }
      if (performance.now() > deadline)
        throw new PrivatePostgresUnavailable(`a process runs on its data in ${folder} and does not answer`)
    }
    throw signal.reason
  } catch (error) {
    await stopIfUnused(cluster, started)
    throw error
  }
}

/**
 * Stops the server unless somebody holds a lease on it. A server that is not ready yet has no leases; who waits for it
 * starts another.
 * @param started a server that may be too young for postmaster.pid
 */
export async function stopIfUnused(cluster: Cluster, started?: ChildProcess): Promise<void> {
  const server = findPostmaster(cluster.data)
  if (server?.isReady && !(await refuseLeases(addressOf(cluster.folder, server.port)))) return
  for (const pid of new Set([server?.pid, started?.pid]))
    if (pid !== undefined && isRunning(pid)) await stopServer(pid, cluster)
}

/** Stops the server, by force in the end: fast shutdown, immediate shutdown, kill. */
async function stopServer(pid: number, { programs, account }: Cluster): Promise<void> {
  for (const [signal, waitMs] of stopSteps) {
    const deadline = performance.now() + waitMs
    spawnSync(program(programs.bin, 'pg_ctl'), ['kill', signal, `${pid}`], { ...account, cwd: '/' })
    while (isRunning(pid) && performance.now() < deadline) await sleep(15)
    if (!isRunning(pid)) return
  }
}

function startServer(cluster: Cluster, port: number): ChildProcess {
  const { folder, data, account, programs, durable } = cluster
  const log = openSync(join(folder, 'postgres.log'), 'a', 0o600)
  const child = spawn(
    program(programs.bin, 'postgres'),
    ['-D', dataArgument(cluster, data), ...settingsArguments(port, durable)],
    { ...account, cwd: data, detached: true, windowsHide: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.on('error', () => {}) // Without a pid it counts as ended.
  return child
}

function isUp({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null
}

function whyNoStart(folder: string): string {
  const log = join(folder, 'postgres.log')
  return `it does not start (${lastProblem(readFileSync(log, 'utf8'))}; see ${log})`
}
