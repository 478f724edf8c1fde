import { setTimeout as sleep } from 'node:timers/promises'

import { createKeyOpener, createKeySeal } from '@ekyc/private-keys'
import type { FastifyBaseLogger } from 'fastify'

import { assembleServer } from './assemble.ts'
import { readServerConfig } from './config/read-config.ts'
import { unsealSettings } from './config/sealed-settings.ts'
import { findOrStartDatabase, openDatabase, prepareDatabase } from './database/link/open-database.ts'
import { migrateVault, openVault } from './database/kyc/vault.ts'
import { createAuditSeals, createLogWitness } from './domain/audit/audit-seal.ts'
import { createAuthorityGateway } from './gateways/identity-authority/identity-authority.ts'
import { createBankGateway } from './gateways/bank.ts'
import { createSmsGateway } from './gateways/sms.ts'
import { createArgon2idWorkers } from './hashing/argon2id-in-workers.ts'
import { createLogDestination, createLog } from './log/log.ts'
import { serveMetrics } from './metrics/metrics-page.ts'
import { runProgram, serveUntilStopped, untilAborted } from './process/serve-until-stopped.ts'

/** A database that needs no long migration is ready within this time, in ms. */
const prepareWithinMs = 5_000

async function main(): Promise<void> {
  const config = readServerConfig(await unsealSettings(process.env), process.argv.slice(2))
  const destination = createLogDestination(process.stdout.fd)
  const log = createLog(config.logLevel, destination)
  const { drainMs } = config
  await serveUntilStopped({ log, destination, drainMs }, 'starting', async ({ stop, atStop, atEnd }) => {
    for (const warning of config.warnings) tellWarning(log, warning)
    const now = () => new Date()
    const database = await findOrStartDatabase(config, { keepUp: log })
    // A caller may delete the data folder as soon as the process has exited.
    atEnd(() => database.leave())
    const onFault = (error: unknown) => log.warn({ err: error })
    const open = openDatabase(database.url, createAuditSeals(config.auditKeys, createLogWitness(log)), {
      connections: config.databaseConnections,
      servesStrangers: true,
      pooler: config.databasePooler,
    })
    atStop(() => open.close())
    let isPrepared = false

    const openKey = createKeyOpener(config.pkcs11)
    const outside = {
      authority: await createAuthorityGateway(config.authority, {
        openKey,
        now,
      }),
      bank: createBankGateway(config.bank, { now }),
      sms: createSmsGateway(config.sms),
    }
    // OpenTelemetry's packages take about 140 ms to load.
    const spans =
      config.traces &&
      (await import('./tracing/otlp-exporter.ts')).createOtlpExporter(config.traces, { onFault })
    if (spans) atStop(() => spans.stop())
    const { vaultUrl, sealingKeys } = config.results
    const vault =
      vaultUrl === undefined
        ? undefined
        : openVault(vaultUrl, {
            seal: await createKeySeal(openKey, sealingKeys),
            connections: config.databaseConnections,
            pooler: config.databasePooler,
            now,
            onAccess: access => log.info({ vault: access }, 'the vault was opened'),
          })
    if (vault) atStop(() => vault.close())
    const argon2id = createArgon2idWorkers(new URL('hashing/argon2id-worker.ts', import.meta.url))
    atStop(() => argon2id.close())
    const { app, context, deliveries, jobs, metrics } = await assembleServer({
      config,
      open,
      outside,
      vault,
      argon2id,
      log,
      spans,
      stopping: stop,
      isPrepared: () => isPrepared,
      now,
      random: Math.random,
    })
    if (config.metricsPort !== undefined) {
      const metricsServer = await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
      atStop(() => metricsServer.close())
    }
    // During a stop, the SMS of the last calls are still sent. All other messages wait until the server starts again.
    const { sms, ...patient } = deliveries
    const others = [sms, ...Object.values(jobs)]
    atStop(
      () => Promise.all([app.close(), ...Object.values(patient).map(job => job.stop())]),
      () => Promise.all(others.map(job => job.stop())),
    )
    // A server without its vault serves every call except submits.
    if (vaultUrl !== undefined && config.migrate) await migrateVault(vaultUrl).catch(onFault)
    const prepared = Promise.race([
      prepareDatabase(open, database.url, { config, consentTexts: context.consentTexts, log, now: now() })
        .then(() => open.openAllConnections())
        .then(() => open.clock.measure())
        .then(() => void (isPrepared = true)),
      untilAborted(stop),
    ])
    // A proxy without readiness checks sends calls to every server that listens, so the server waits until it is ready.
    // During a long migration the server listens although it is not ready.
    await Promise.race([prepared, sleep(prepareWithinMs, undefined, { ref: false })])
    const address = stop.aborted ? '' : await app.listen({ host: config.host, port: config.port })
    await prepared
    if (!stop.aborted) for (const job of [...Object.values(patient), ...others]) job.start()
    return address
  })
}

function tellWarning(log: FastifyBaseLogger, warning: string): void {
  log.warn(warning)
  process.stderr.write(`Warning: ${warning.replace(/[^?]$/, '$&.')}\n`)
}

runProgram(main)
