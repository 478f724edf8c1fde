import { setTimeout as sleep } from 'node:timers/promises'

import { assembleConsole } from './assemble-console.ts'
import { consoleConfigFrom } from './config/config-from.ts'
import { stateAuditCount } from './database/audit-count.ts'
import { findDatabase } from './database/find-database.ts'
import { requireMigrated, SchemaTooOld } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { createAuditSeals } from './domain/audit-seal.ts'
import { createLogDestination } from './log/log-destination.ts'
import { createLog } from './log/log.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { build } from './process/build.ts'
import { closeInOrder } from './process/close-in-order.ts'
import { aborted, listenForStop } from './process/stop-requests.ts'

const callsFinishWithinMs = 30_000
/** The console asks so often whether the servers' owner has brought the database up to date. */
const askAgainMs = 2_000
const connections = 8
/** No page of the console asks the database for longer. */
const statementMs = 2_000

/** Starts the bank's console: config, database, acts, calls and listener in this order; stops in reverse order. */
async function main(): Promise<void> {
  const config = consoleConfigFrom(process.env, process.argv.slice(2))
  const { stop, stopAtOnce } = listenForStop()
  const destination = createLogDestination(process.stdout.fd)
  const log = createLog(config.logLevel, destination)
  log.info({ ...build, node: process.version }, 'starting the console')
  const now = () => new Date()
  const closing: (() => Promise<unknown>)[] = []
  let foundDatabase: { url: string; leave(): Promise<void> } | undefined

  try {
    foundDatabase = await findDatabase(config, { keepUp: log })
    const { url } = foundDatabase
    const onFault = (error: unknown) => log.warn({ err: error })
    const open = openDatabase(url, createAuditSeals(config.auditKeys), {
      connections,
      pooler: config.databasePooler,
      limitsStatements: true,
      limits: { statementMs },
    })
    closing.unshift(
      () => stateAuditCount(open.runner, open.seals, now(), true).catch(onFault),
      () => open.close(),
    )
    const spans =
      config.traces &&
      (await import('./tracing/otlp-exporter.ts')).createOtlpExporter(config.traces, { onFault })
    if (spans) closing.unshift(() => spans.stop())
    let isPrepared = false
    let origin = config.origin ?? ''
    const { app, jobs, metrics } = await assembleConsole({
      config,
      open,
      log,
      spans,
      stopping: stop,
      isPrepared: () => isPrepared,
      origin: () => origin,
      now,
    })
    if (config.metricsPort !== undefined) {
      const metricsServer = await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
      closing.unshift(() => metricsServer.close())
    }
    closing.unshift(
      () => app.close(),
      () => Promise.all(Object.values(jobs).map(job => job.stop())),
    )
    const listening = await app.listen({ host: config.host, port: config.port })
    // Browsers take the session's cookie over http from this computer alone, and passkeys from a name alone.
    origin ||= `http://localhost:${new URL(listening).port}`
    while (!stop.aborted && !isPrepared) {
      isPrepared = await isMigrated(url)
      if (!isPrepared) await Promise.race([aborted(stop), sleep(askAgainMs)])
    }
    if (stop.aborted) return
    for (const job of Object.values(jobs)) job.start()

    const ready = { ready: true, address: origin }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    process.send?.(ready)
    await aborted(stop)
    log.info({ drainMs: config.drainMs }, 'asked to stop')
    await Promise.race([aborted(stopAtOnce), sleep(config.drainMs)])
  } finally {
    const inTime = await closeInOrder(closing, callsFinishWithinMs)
    if (!inTime) log.warn(`the stop did not wait longer than ${callsFinishWithinMs} ms for calls and jobs`)
    await foundDatabase?.leave()
    await destination.settled()
    if (!inTime) process.exit(1)
  }
}

/** The console never migrates: its role may not, and the servers do. */
function isMigrated(url: string): Promise<boolean> {
  return requireMigrated(url).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SchemaTooOld) return false
      throw error
    },
  )
}

// A full disk behind an output must not end the process.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
