import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { assemble } from './assemble.ts'
import { build } from './process/build.ts'
import { closeInOrder } from './process/close-in-order.ts'
import { configFrom } from './config/config-from.ts'
import { stateAuditCount } from './database/audit-count.ts'
import { findDatabase } from './database/find-database.ts'
import { openDatabase } from './database/open-database.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import { createAuditSeals } from './domain/audit-seal.ts'
import { consentTextsOf } from './domain/published-consents.ts'
import { createIdentityAuthority } from './gateways/identity-authority/identity-authority.ts'
import { createOpenKey } from './gateways/private-keys/open-key.ts'
import { createReferenceDirectory } from './gateways/reference-directory.ts'
import { createSms } from './gateways/sms.ts'
import { readBranding } from './config/branding.ts'
import { argon2idInWorkers } from './hashing/argon2id-in-workers.ts'
import { createLogDestination } from './log/log-destination.ts'
import { createLog } from './log/log.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { aborted, listenForStop } from './process/stop-requests.ts'

const callsFinishWithinMs = 30_000
/** A database that needs no long migration is ready within this time. */
const prepareWithinMs = 5_000

/** Starts config, database, gateways, rules, calls and listener in this order; stops in reverse order. */
async function main(): Promise<void> {
  const config = configFrom(process.env, process.argv.slice(2))
  const { stop, stopAtOnce } = listenForStop()
  const destination = createLogDestination(process.stdout.fd)
  const log = createLog(config.logLevel, destination)
  log.info({ ...build, node: process.version }, 'starting')
  for (const warning of config.warnings) tellWarning(log, warning)
  const now = () => new Date()
  const closing: (() => Promise<unknown>)[] = []
  let foundDatabase: { url: string; leave(): Promise<void> } | undefined

  try {
    foundDatabase = await findDatabase(config, { keepUp: log })
    const onFault = (error: unknown) => log.warn({ err: error })
    const open = openDatabase(foundDatabase.url, createAuditSeals(config.auditKeys), {
      connections: config.databaseConnections,
      servesStrangers: true,
      pooler: config.databasePooler,
    })
    closing.unshift(
      () => stateAuditCount(open.runner, open.seals, now(), true).catch(onFault),
      () => open.close(),
    )
    let isPrepared = false
    const consentTexts = consentTextsOf(readBranding(config.brandingFile).consent)

    const outside = {
      authority: await createIdentityAuthority(config.authority, {
        openKey: createOpenKey(config.pkcs11),
        now,
      }),
      bank: createReferenceDirectory(config.bank, { now }),
      sms: createSms(config.sms),
    }
    // Loads them only if needed: OpenTelemetry's packages take about 140 ms to load.
    const spans =
      config.traces &&
      (await import('./tracing/otlp-exporter.ts')).createOtlpExporter(config.traces, { onFault })
    if (spans) closing.unshift(() => spans.stop())
    const argon2id = argon2idInWorkers(new URL('hashing/argon2id-worker.ts', import.meta.url))
    closing.unshift(() => argon2id.close())
    const { app, jobs, metrics } = await assemble({
      config,
      open,
      outside,
      argon2id,
      log,
      spans,
      stopping: stop,
      isPrepared: () => isPrepared,
      now,
    })
    if (config.metricsPort !== undefined) {
      const metricsServer = await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
      closing.unshift(() => metricsServer.close())
    }
    const { resultDelivery, ...others } = jobs
    const otherJobs = Object.values(others)
    // Results wait for the next start; SMS of the last calls still go out.
    closing.unshift(
      () => Promise.all([app.close(), resultDelivery.stop()]),
      () => Promise.all(otherJobs.map(job => job.stop())),
    )
    const prepared = Promise.race([
      prepareDatabase(open, foundDatabase.url, { config, consentTexts, log, now: now() })
        .then(() => open.openAllConnections())
        .then(() => open.clock.measure())
        .then(() => void (isPrepared = true)),
      aborted(stop),
    ])
    // A proxy without readiness checks sends calls to every server that listens. During a long migration the server
    // listens but is not ready.
    await Promise.race([prepared, sleep(prepareWithinMs, undefined, { ref: false })])
    const address = stop.aborted ? '' : await app.listen({ host: config.host, port: config.port })
    await prepared
    if (stop.aborted) return
    for (const job of Object.values(jobs)) job.start()

    const ready = { ready: true, address }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
    process.send?.(ready)
    await aborted(stop)
    log.info({ drainMs: config.drainMs }, 'asked to stop')
    // The drain time lets a proxy see the failed readiness check before the listener closes.
    await Promise.race([aborted(stopAtOnce), sleep(config.drainMs)])
  } finally {
    const inTime = await closeInOrder(closing, callsFinishWithinMs)
    if (!inTime) log.warn(`the stop did not wait longer than ${callsFinishWithinMs} ms for calls and jobs`)
    // A caller may delete the data folder as soon as this process has exited.
    await foundDatabase?.leave()
    await destination.settled()
    if (!inTime) process.exit(1)
  }
}

/** Writes the warning to the log, and in plain words to the terminal. */
function tellWarning(log: FastifyBaseLogger, warning: string): void {
  log.warn(warning)
  process.stderr.write(`Warning: ${warning.replace(/[^?]$/, '$&.')}\n`)
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
