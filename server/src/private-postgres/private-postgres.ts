import { mkdirSync, statSync, truncateSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { accountToDropTo } from './account.ts'
import { dataMajorOf, ensureData, keptPassword } from './cluster.ts'
import { errorCode } from './error-code.ts'
import { type Guard, startGuard } from './guard.ts'
import { keepUp, type RestartLog } from './keep-up.ts'
import { reuseOrLaunch } from './launch.ts'
import { createOwners } from './owners.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { findPrograms, program } from './programs.ts'

export { PrivatePostgresUnavailable }

export type PrivatePostgres = {
  url: string
  /** Whether it was running already: another owner's, or left by one that was killed. */
  reused: boolean
  /** Gives it up; it has stopped by then, if no other process uses it. */
  stop(): Promise<void>
}

/**
 * The server's own PostgreSQL, with its data in `folder`. It stops when its last owner is gone, however that ended.
 * Throws `PrivatePostgresUnavailable` where none can run.
 * @param options.guard the built private-postgres-guard.ts
 * @param options.durable false for throw-away data: commits do not wait for the disk
 * @param options.keepUp starts it again whenever it ends by itself, and tells this log
 */
export async function startPrivatePostgres(options: {
  folder: string
  guard: URL
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
  options: {
    guard: URL
    durable: boolean
    onProgress: (step: string) => void
    keepUp?: RestartLog | undefined
  },
): Promise<PrivatePostgres> {
  prepareFolder(folder)
  const account = accountToDropTo(join(folder, 'data'))
  const programs = findPrograms(folder, account, dataMajorOf(folder))
  const pgCtl = program(programs.bin, 'pg_ctl')
  const owners = createOwners(folder, pgCtl)

  const held: { owner?: string; guard?: Guard; watch?: { stop(): Promise<void> } } = {}
  const leave = async () => {
    await held.watch?.stop()
    await held.guard?.dismiss()
    // The guard has done this by now, unless it was killed itself.
    if (held.owner !== undefined) await owners.leave(held.owner)
  }
  try {
    const { launch, ...server } = await owners.underLock(async () => {
      const password = keptPassword(folder)
      const owner = (held.owner = owners.register())
      const guard = (held.guard = startGuard({ program: options.guard, folder, pgCtl, owner }))
      const parts = { ...options, folder, password, account, programs, owners, guard }
      await ensureData(parts)
      return { launch: parts, ...(await reuseOrLaunch(parts)) }
    })
    held.guard?.letGo()
    if (options.keepUp) held.watch = keepUp(launch, server.url, options.keepUp)
    let stopped: Promise<void> | undefined
    return { ...server, stop: () => (stopped ??= leave()) }
  } catch (error) {
    await leave()
    throw error
  }
}

/** Only for its owner: the password is in it, and the signs by which owners know of each other. */
function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of ['owners', 'lock']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  const log = join(folder, 'postgres.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(log)
}
