import { setTimeout as sleep } from 'node:timers/promises'

import { assembleConsole } from './assemble-console.ts'
import { readConsoleConfig } from './config/read-config.ts'
import { unsealSettings } from './config/sealed-settings.ts'
import { switchFourEyesOn } from './database/staff/proposals.ts'
import { findOrStartDatabase, openDatabase } from './database/link/open-database.ts'
import { requireMigrated, SchemaTooOld } from './database/schema/migrate.ts'
import { createAuditSeals, createLogWitness } from './domain/audit/audit-seal.ts'
import { createLogDestination, createLog } from './log/log.ts'
import { serveMetrics } from './metrics/metrics-page.ts'
import { runProgram, serveUntilStopped, untilAborted } from './process/serve-until-stopped.ts'

const askAgainMs = 2_000
const connections = 8
const statementMs = 2_000

async function main(): Promise<void> {
  const config = readConsoleConfig(await unsealSettings(process.env), process.argv.slice(2))
  const destination = createLogDestination(process.stdout.fd)
  const log = createLog(config.logLevel, destination)
  const { drainMs } = config
  await serveUntilStopped(
    { log, destination, drainMs },
    'starting the console',
    async ({ stop, atStop, atEnd }) => {
      const now = () => new Date()
      const database = await findOrStartDatabase(config, { keepUp: log })
      atEnd(() => database.leave())
      const onFault = (error: unknown) => log.warn({ err: error })
      const open = openDatabase(database.url, createAuditSeals(config.auditKeys, createLogWitness(log)), {
        connections,
        pooler: config.databasePooler,
        limitsStatements: true,
        limits: { statementMs },
      })
      atStop(() => open.close())
      const spans =
        config.traces &&
        (await import('./tracing/otlp-exporter.ts')).createOtlpExporter(config.traces, { onFault })
      if (spans) atStop(() => spans.stop())
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
        atStop(() => metricsServer.close())
      }
      atStop(
        () => app.close(),
        () => Promise.all(Object.values(jobs).map(job => job.stop())),
      )
      const listening = await app.listen({ host: config.host, port: config.port })
      // Over http, browsers accept the session's cookie only from this computer.
      origin ||= `http://localhost:${new URL(listening).port}`
      while (!stop.aborted && !isPrepared) {
        isPrepared = await isMigrated(database.url)
        if (!isPrepared) await Promise.race([untilAborted(stop), sleep(askAgainMs)])
      }
      if (isPrepared && config.fourEyesSet) await switchFourEyesOn(open.runner)
      if (!stop.aborted) for (const job of Object.values(jobs)) job.start()
      return origin
    },
  )
}

/** The console's role has no right to migrate. */
function isMigrated(url: string): Promise<boolean> {
  return requireMigrated(url).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SchemaTooOld) return false
      throw error
    },
  )
}

runProgram(main)
