import { mkdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { accountToDropTo } from './account.ts'
import { type Cluster, ensureData, majorOfData } from './data.ts'
import { errorCode } from './error-code.ts'
import { type Launched, reuseOrLaunch, stopIfUnused } from './launch.ts'
import { findPostmaster } from './postmaster.ts'
import type { Order, Report } from './private-postgres.ts'
import { PrivatePostgresUnavailable } from './private-postgres-unavailable.ts'
import { findPrograms } from './programs.ts'

const shortestPauseMs = 1_000
const longestPauseMs = 60_000

/**
 * The program that private-postgres.ts starts for its process, the user: `guard.ts ORDER`. It makes the data, starts the
 * server or joins those who use it, and holds the user's lease. When the channel to the user ends, because the user stops
 * or was killed, it stops the server unless somebody else uses it.
 */
const { folder, durable, keepUp, port }: Order = JSON.parse(process.argv[2] ?? '')
const data = join(folder, 'data')
const left = new AbortController()
const { signal } = left
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {})
process.once('disconnect', () => left.abort())
// The user may be gone before this program is loaded: then there is no 'disconnect' to come.
if (!process.connected) left.abort()
const userLeft = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()))

try {
  if (!signal.aborted) await guard()
  else if (findPostmaster(data)) await stopIfUnused(await openCluster())
} catch (error) {
  if (!signal.aborted) report({ refused: whyRefused(error) })
  else if (error !== signal.reason) process.exitCode = 1
}

async function guard(): Promise<void> {
  prepareFolder()
  const cluster = await openCluster()
  await ensureData(cluster, { onStart: () => report({ progress: 'Making the database' }), signal })
  let launched = await launch(cluster, port)
  const { url } = launched
  report({ ready: { url, reused: launched.reused } })

  let pauseMs = shortestPauseMs
  for (;;) {
    const upSince = performance.now()
    await Promise.race([userLeft, keepUp ? launched.lease.ended : userLeft])
    if (signal.aborted) break
    report({ warning: 'the private PostgreSQL has ended by itself; it is started again' })
    const stayedUp = performance.now() - upSince > longestPauseMs
    pauseMs = stayedUp ? shortestPauseMs : Math.min(longestPauseMs, pauseMs * 2)
    try {
      launched = await launch(cluster, Number(new URL(url).port))
      if (launched.url !== url)
        throw new Error('another process has started it at another port: start this server again')
      report({ warning: 'the private PostgreSQL runs again' })
    } catch (error) {
      report({ failure: String(error) })
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
  await launched.lease.end()
  await stopIfUnused(cluster)
}

async function launch(cluster: Cluster, at: number | undefined): Promise<Launched> {
  const onStart = () => report({ progress: 'Starting the database' })
  return reuseOrLaunch(cluster, { port: at, onStart, signal })
}

/** The folder is open to its owner alone, because of the password in it. */
function prepareFolder(): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const log = join(folder, 'postgres.log')
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 1_000_000) truncateSync(log)
}

async function openCluster(): Promise<Cluster> {
  const account = accountToDropTo(data)
  return { folder, data, account, programs: await findPrograms(folder, account, majorOfData(data)), durable }
}

function whyRefused(error: unknown): string {
  if (error instanceof PrivatePostgresUnavailable) return error.why
  return `its folder ${folder} cannot be used (${errorCode(error) ?? String(error)})`
}

/** A killed user may not be noticed yet: without a callback the failed message would end this program. */
function report(message: Report): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}
