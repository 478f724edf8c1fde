import { mkdirSync, statSync, truncateSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { accountToDropTo } from './account.ts'
import { dataMajorOf, ensureData, type Cluster } from './cluster.ts'
import { errorCode } from './error-code.ts'
import { reuseOrLaunch } from './launch.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { findPrograms, program } from './programs.ts'
import { supervise, type RestartLog } from './supervise.ts'
import { startWatchdog } from './watchdog.ts'

export { PrivatePostgresUnavailable }

export type PrivatePostgres = {
  url: string
  /** True when another process had started the server. */
  reused: boolean
  /** Resolves when the server has stopped, or when other processes go on using it. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL of our own with its data in `folder`, or joins the processes that use it. It stops when the last of
 * them has ended, by kill -9 too.
 *
 * Two processes at once need no lock of ours: PostgreSQL lets one server run on a data folder, and counts its users by the
 * leases that they hold on it.
 * @param options.durable false for throw-away data: commits do not wait for the disk
 * @param options.keepUp the log of restarts; with it, the server is started again whenever it ends by itself
 * @throws {PrivatePostgresUnavailable} where no PostgreSQL can run
 */
export async function startPrivatePostgres(options: {
  folder: string
  durable?: boolean
  onProgress?: (step: string) => void
  keepUp?: RestartLog | undefined
}): Promise<PrivatePostgres> {
  const folder = resolve(options.folder)
  try {
    return await start(folder, { durable: true, onProgress: () => {}, ...options })
  } catch (error) {
    if (error instanceof PrivatePostgresUnavailable) throw error
    const why = errorCode(error) ?? String(error)
    throw new PrivatePostgresUnavailable(`its folder ${folder} cannot be used (${why})`, error)
  }
}

async function start(
  folder: string,
  options: Pick<Cluster, 'durable' | 'onProgress'> & { keepUp?: RestartLog | undefined },
): Promise<PrivatePostgres> {
  prepareFolder(folder)
  const account = accountToDropTo(join(folder, 'data'))
  const programs = findPrograms(folder, account, dataMajorOf(folder))
  const pgCtl = program(programs.bin, 'pg_ctl')
  const watchdog = startWatchdog(folder, pgCtl)
  const { durable, onProgress } = options
  const cluster = { folder, account, programs, watchdog, durable, onProgress }
  try {
    await ensureData(cluster)
    const { lease, ...server } = await reuseOrLaunch(cluster)
    const held = options.keepUp ? supervise(cluster, { ...server, lease }, options.keepUp) : lease
    watchdog.unref()
    let stopped: Promise<void> | undefined
    return { ...server, stop: () => (stopped ??= held.end().then(() => watchdog.dismiss())) }
  } catch (error) {
    await watchdog.dismiss()
    throw error
  }
}

/** The folder is open to its owner alone, because of the password in it. */
function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = join(folder, 'postgres.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(log)
}
