import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { addressOf, dataArgument, lastLine, type Cluster } from './cluster.ts'
import { takeLease, type Lease } from './lease.ts'
import { findPostmaster, lastPort } from './postmaster.ts'
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

/**
 * Finds the server that runs on the data, or starts one. When two processes start a server at once, PostgreSQL's
 * postmaster.pid and shared memory admit one of them, and the other process finds it.
 * @param port the required port; without it the last one, if it is free
 */
export async function reuseOrLaunch(cluster: Cluster, port?: number): Promise<Launched> {
  const { folder, onProgress } = cluster
  const data = join(folder, 'data')
  for (const pause of pausesMs) {
    const running = await whenReady(folder, () => findPostmaster(data))
    if (running) return { ...running, reused: true }
    onProgress('Starting the database')
    const server = startServer(cluster, port ?? (await lastOrFreePort(data)))
    const started = await whenReady(folder, () => {
      if (server.hasEnded) return undefined
      const postmaster = findPostmaster(data)
      return postmaster && postmaster.pid === server.pid ? postmaster : 'starting'
    })
    if (started) return { ...started, reused: false }
    await sleep(pause)
  }
  const log = join(folder, 'postgres.log')
  throw new PrivatePostgresUnavailable(`it does not start (${lastLine(log)}; see ${log})`)
}

function startServer({ folder, account, programs, watchdog, durable }: Cluster, port: number) {
  const data = join(folder, 'data')
  return watchdog.run({
    kind: 'server',
    program: program(programs.bin, 'postgres'),
    args: ['-D', dataArgument(data, account, programs.major), ...settingsArguments(port, durable)],
    cwd: data,
    account,
    output: join(folder, 'postgres.log'),
  })
}

/** Returns the server's address and a lease on it, or undefined when the server stops meanwhile. */
async function whenReady(
  folder: string,
  find: () => ReturnType<typeof findPostmaster> | 'starting',
): Promise<{ url: string; lease: Lease } | undefined> {
  const deadline = performance.now() + patienceMs
  for (let server = find(); server; server = find()) {
    if (server !== 'starting' && server.isReady) {
      const url = addressOf(folder, server.port)
      const lease = await takeLease(url)
      if (lease === 'wrong password')
        throw new PrivatePostgresUnavailable(
          `the password in ${join(folder, 'password')} does not fit the data beside it`,
        )
      if (lease) return { url, lease }
    }
    if (performance.now() > deadline)
      throw new PrivatePostgresUnavailable(`a process runs on its data in ${folder} and does not answer`)
    await sleep(10)
  }
  return undefined
}

/** After a crash, other processes know the server by the port that it had. */
async function lastOrFreePort(data: string): Promise<number> {
  const last = lastPort(data)
  return (last !== undefined && (await freePort(last).catch(() => undefined))) || freePort()
}

/** @param wanted 0 for any */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
