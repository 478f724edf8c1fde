import { hostname } from 'node:os'

import { languagesOf } from '@ekyc/contract/branding'
import type { FastifyBaseLogger } from 'fastify'

import { assembleDeliveryJobs, assembleJobs } from './assemble-jobs.ts'
import { certificateExpiries, latestExpiries } from './config/certificate-expiry.ts'
import type { ServerConfig } from './config/read-config.ts'
import { deriveKeys } from './domain/secrets.ts'
import { countExceptionsByReason } from './database/kyc/kyc-exceptions.ts'
import { countOpenAlerts } from './database/fraud/fraud-store.ts'
import { endOfOrderPartitions } from './database/schema/order-partitions.ts'
import { countOutboxBacklog } from './database/messages/outbox.ts'
import { countNewEmergencies } from './database/staff/proposals.ts'
import type { OpenDatabase } from './database/link/open-database.ts'
import type { VaultConnection } from './database/kyc/vault.ts'
import type { CaptureRules } from './domain/kyc/capture-check.ts'
import { createDeviceUseCounter } from './domain/kyc/device-use.ts'
import { createFraudWatch } from './domain/fraud/fraud-watch.ts'
import { createOtpBudget } from './domain/sign-in/otp-budget.ts'
import { createOutageWatch } from './domain/kyc/outages.ts'
import { createOutbox } from './domain/messages/outbox.ts'
import { createPasswordHasher, withQueueLimit, type Argon2id } from './domain/sign-in/passwords.ts'
import { consentTextsOf } from './domain/kyc/consents.ts'
import { createProofChecker } from './domain/sign-in/proof-of-possession.ts'
import type { Context } from './domain/context.ts'
import { machineTimer } from './domain/clocks.ts'
import { buildPortalApp } from './http/portal-app.ts'
import { readBranding } from './config/branding.ts'
import { instrumentGateways, traceTransactions, type ExternalServices } from './metrics/instrumentation.ts'
import { createMetrics } from './metrics/metrics.ts'
import { webauthnVerifier } from './gateways/webauthn-verifier.ts'
import { createTracer, type SpanSink } from './tracing/trace.ts'

export type AssembledServer = Awaited<ReturnType<typeof assembleServer>>

/** So many log-ins wait for each hash that runs, about 1 s. Further log-ins are refused. */
const waitingPerCore = 40

export async function assembleServer(parts: {
  config: ServerConfig
  open: OpenDatabase
  outside: ExternalServices
  vault: VaultConnection | undefined
  argon2id: Argon2id
  log: FastifyBaseLogger
  spans: SpanSink | undefined
  stopping: AbortSignal
  isPrepared: () => boolean
  now: () => Date
  /** Returns a number from 0 to 1. */
  random: () => number
}) {
  const { config, open, vault, log, now, random, stopping, isPrepared } = parts
  const { policy } = config
  const sharedNow = open.clock.now
  const metrics = createMetrics()
  for (const { certificate, end } of latestExpiries(certificateExpiries(config)))
    metrics.certificateEnds.set({ certificate }, end.getTime() / 1000)
  const tracer = createTracer(parts.spans)
  const database = traceTransactions(open.database, tracer)
  const outside = instrumentGateways(parts.outside, metrics, tracer)
  const onFault = (error: unknown) => {
    metrics.faults.inc()
    log.error({ err: error }, 'a job or a call failed')
  }
  const branding = readBranding(config.brandingFile)
  const consentTexts = consentTextsOf(branding.consent)
  const keys = (purpose: string) => deriveKeys(config.peppers, purpose)

  const passwordHash = createPasswordHasher({
    argon2id: parts.argon2id,
    peppers: keys('password'),
    atOnce: config.hashesAtOnce,
    waiting: config.hashesAtOnce * waitingPerCore,
    policy,
  })
  metrics.watch({
    hashTurns: passwordHash.turns,
    connections: () => open.connections(),
    outbox: () => countOutboxBacklog(open.runner, sharedNow()),
    endOfMonths: () => endOfOrderPartitions(open.runner),
    vault: vault && (() => vault.standing(now())),
    emergencies: async () => (await countNewEmergencies.one(open.runner)).ofLastDay,
    exceptions: () => countExceptionsByReason(open.runner, now()),
    alerts: async () => (await countOpenAlerts.one(open.runner)).open,
  })
  const outbox = createOutbox({
    database,
    bank: outside.bank,
    sms: outside.sms,
    vault,
    keys: config.outboxKeys,
    timeoutMs: Math.max(config.sms.deadlineMs, config.bank.deadlineMs),
    now,
    sharedNow,
    onPut: kind => deliveries[kind].runSoon(),
    onGivenUp: () => metrics.deadMessages.inc(),
    onFault,
    random,
  })
  const context: Context = {
    database,
    policy,
    now,
    sharedNow,
    timer: machineTimer,
    serverName: hostname(),
    branding,
    authority: outside.authority,
    authorityTimeoutMs: config.authorityTimeoutMs,
    bank: outside.bank,
    bankTimeoutMs: config.bank.deadlineMs,
    outages: createOutageWatch({ database, agentKey: keys('failed-agent')[0], policy, now }),
    outbox,
    outboxKeys: config.outboxKeys,
    results: config.results,
    vault,
    captureRules: { ...config.captureRules, onUnlisted: unlistedLog(log) },
    captureKeys: keys('used-capture'),
    unitKey: keys('device-unit')[0],
    consentRequired: config.consentRequired,
    consentTexts,
    deviceUse: createDeviceUseCounter({ database, now }),
    fraudWatch: createFraudWatch({ database, customerKey: keys('watched-customer')[0], policy, now }),
    onBroken: (party, failed) => log.warn(failed, `the ${party} gave no usable answer`),
    onFault,
    passwordHash,
    otpKeys: keys('one-time-password'),
    portalOrigin: config.portalOrigin,
    otpBudget: createOtpBudget({ database, policy, now }),
    onOtp: event => metrics.oneTimePasswords.inc({ event }),
    sessionKeys: {
      token: keys('session-token'),
      row: keys('session-row'),
      tokenMac: keys('session-mark'),
    },
    sessionIdleLimitMs: config.sessionIdleLimitMs,
    proofs: createProofChecker({
      isRequired: config.dpopRequired,
      portalOrigin: config.portalOrigin,
      policy,
      now,
      onRefused: reason => metrics.refusedProofs.inc({ reason }),
    }),
    systems: { ...config.systems, onLogIn: logIn => metrics.logIns.inc(logIn) },
    secondFactor: config.secondFactor,
    passkeyVerifier: webauthnVerifier,
    passkeyRowKeys: keys('passkey-row'),
    languages: languagesOf(branding),
  }
  const deliveries = assembleDeliveryJobs(outbox, onFault)
  const jobs = assembleJobs(context, { open, vault, metrics, log })

  // Log-ins from unknown devices may fill half of the queue for hashes. Log-ins from known devices have the other half.
  const strangersHashes = Math.ceil((config.hashesAtOnce * (1 + waitingPerCore)) / 2)

  const app = await buildPortalApp({
    lanes: {
      agents: context,
      strangers: {
        ...context,
        database: traceTransactions(open.strangers, tracer),
        passwordHash: withQueueLimit(passwordHash, strangersHashes),
      },
    },
    config,
    branding,
    deviceKeys: keys('device-cookie'),
    idKey: keys('caller-id')[0],
    ping: open.ping,
    isPrepared,
    stopping,
    now,
    log,
    metrics,
    tracer,
  })
  return { app, context, deliveries, jobs, metrics }
}

/** Logs each device once, and at most 500 devices, since fewer models exist. */
function unlistedLog(log: FastifyBaseLogger): NonNullable<CaptureRules['onUnlisted']> {
  const told = new Set<string>()
  return device => {
    const key = JSON.stringify(device)
    if (told.has(key) || told.size >= 500) return
    told.add(key)
    log.warn(device, 'a device that the registry lacks was refused')
  }
}
