import { collectDefaultMetrics } from 'prom-client'

import type { OtpEvent } from '../domain/sign-in/send-otp.ts'
import { buildInfo } from '../process/build-info.ts'
import { createMetricsPage, type MetricsPage } from './metrics-page.ts'

/** The outcome of a call. 'abandoned' means that the caller disconnected before the end of the answer. */
export type CallOutcome = 'success' | 'refusal' | 'fault' | 'abandoned'

export type Metrics = ReturnType<typeof createMetrics>

type WatchedSources = {
  hashTurns(): { running: number; waiting: number }
  connections(): Record<string, { inUse: number; idle: number; waiting: number }>
  /** Counts the undelivered messages of each kind. Rejects when the database does not answer. */
  outbox(): Promise<{ kind: string; waiting: number; oldestSeconds: number }[]>
  /** Counts the results in the vault, or rejects when the vault does not answer. Undefined without a vault. */
  vault?: (() => Promise<{ kept: number; oldestSeconds: number }>) | undefined
  /**
   * Returns the end of the last month that has a table of orders, or undefined if orders are not partitioned. Rejects
   * when the database does not answer.
   */
  endOfMonths(): Promise<Date | undefined>
  /**
   * Counts the acts of the last day that one person did without the required second person. Rejects when the database
   * does not answer.
   */
  emergencies(): Promise<number>
  /** Counts the customers without a readable finger, by reason. Rejects when the database does not answer. */
  exceptions(): Promise<{ reason: string; opened: number; waiting: number; overdue: number }[]>
  /** Counts the open alerts of the rules against fraud. Rejects when the database does not answer. */
  alerts(): Promise<number>
}

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const exchangeSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 25]
/** The events whose counters start at 0. Prometheus sees no increase in a series whose first value is 1. */
const watchedEvents = ['over-budget', 'withheld', 'wrong', 'spent', 'throttled'] satisfies OtpEvent[]

export function createMetrics() {
  const page = createMetricsPage()
  let look = async (): Promise<void> => {}
  collectDefaultMetrics({ register: page.registry })

  page
    .gauge('ekyc_build_info', 'Version and commit of the server, as labels; the value is always 1', [
      'version',
      'commit',
    ])
    .set(buildInfo, 1)
  const calls = page.counter('ekyc_calls_total', 'Calls answered', ['call', 'status', 'outcome'])
  const callDuration = page.histogram(
    'ekyc_call_duration_seconds',
    'Time from the first byte of a call to the last byte of its answer',
    ['call', 'outcome'],
    callSeconds,
  )
  const inFlight = page.gauge('ekyc_requests_in_flight', 'Requests being worked on')
  const faults = page.counter(
    'ekyc_background_faults_total',
    'Faults of jobs, and of work that continues after an answer',
  )
  const dead = page.counter('ekyc_outbox_dead_total', 'Messages abandoned after their last attempt')
  const oneTimePasswords = page.counter(
    'ekyc_one_time_passwords_total',
    'Requests for one-time passwords and guesses, by their outcome',
    ['event'],
  )
  for (const event of watchedEvents) oneTimePasswords.inc({ event }, 0)
  const refusedProofs = page.counter(
    'ekyc_proofs_refused_total',
    "Calls refused for their proof of the session's key (DPoP), by the reason",
    ['reason'],
  )
  const refusedAuditRows = page.gauge(
    'ekyc_audit_rows_refused',
    'Audit rows that the sealer refuses, because no server wrote them',
  )
  const sealed = page.gauge(
    'ekyc_audit_sealed_timestamp_seconds',
    'When this server last saw every audit row sealed or refused; 0 before the first time',
  )
  const authority = page.histogram(
    'ekyc_authority_duration_seconds',
    'Time of one request to the identity authority, by the kind of its verdict',
    ['verdict'],
    exchangeSeconds,
  )
  for (const verdict of ['verified', 'refused', 'timed-out', 'broken']) authority.zero({ verdict })
  const bank = page.histogram(
    'ekyc_bank_duration_seconds',
    'Time of one exchange with the bank',
    ['operation', 'outcome'],
    exchangeSeconds,
  )
  const sms = page.histogram(
    'ekyc_sms_duration_seconds',
    'Time of one message to the SMS provider',
    ['outcome'],
    exchangeSeconds,
  )
  const certificateEnds = page.gauge(
    'ekyc_certificate_expiry_timestamp_seconds',
    'Latest expiry of the certificates and keys of a setting',
    ['certificate'],
  )
  const logIns = page.counter(
    'ekyc_log_ins_by_system_total',
    "Log-ins by the agent's operating system, and whether that still gets updates",
    ['system', 'updates'],
  )
  const deviceUnits = page.gauge(
    'ekyc_device_units',
    'Device units used in the last 30 days, by whether their certificate has ended, ends within 7 days, or later',
    ['certificate'],
  )

  return {
    countCall(call: { call: string; status: number; outcome: CallOutcome; seconds: number }) {
      const { seconds, ...labels } = call
      calls.inc(labels)
      callDuration.observe({ call: call.call, outcome: call.outcome }, seconds)
    },
    countRequest: (change: 1 | -1) => inFlight.inc(change),
    countFault: () => faults.inc(),
    countOneTimePassword: (event: string) => oneTimePasswords.inc({ event }),
    countRefusedProof: (reason: string) => refusedProofs.inc({ reason }),
    /** Sets the number of audit rows that the sealer refuses, and records that all other rows are sealed at this time. */
    tellRefusedAuditRows(rows: number) {
      refusedAuditRows.set(rows)
      sealed.setToCurrentTime()
    },
    countDeadMessage: () => dead.inc(),
    measureAuthority: ({ verdict, seconds }: { verdict: string; seconds: number }) =>
      authority.observe({ verdict }, seconds),
    measureBank: ({ seconds, ...labels }: { operation: string; outcome: string; seconds: number }) =>
      bank.observe(labels, seconds),
    measureSms: ({ outcome, seconds }: { outcome: string; seconds: number }) =>
      sms.observe({ outcome }, seconds),
    /** Sets the latest expiry of the certificates and keys of each setting, by the setting's name. */
    tellCertificateEnds(ends: { certificate: string; end: Date }[]) {
      for (const { certificate, end } of ends) certificateEnds.set({ certificate }, end.getTime() / 1000)
    },
    countLogIn: (log: { system: string; updates: string }) => logIns.inc(log),
    /** Sets the numbers of devices used in the last 30 days. An `ending` device's certificate expires within 7 days. */
    tellDeviceUnits(units: { ended: number; ending: number; valid: number }) {
      for (const [certificate, count] of Object.entries(units)) deviceUnits.set({ certificate }, count)
    },
    /** Registers the functions from which each scrape reads current values. */
    watch: (sources: WatchedSources) => void (look = watch(sources, page)),
    async read() {
      await look()
      return page.read()
    },
  }
}

function watch(sources: WatchedSources, page: MetricsPage): () => Promise<void> {
  const hashes = page.gauge('ekyc_password_hashes', 'Password hashes running and waiting', ['state'])
  const connections = page.gauge(
    'ekyc_database_connections',
    'Connections in use and idle, and callers waiting for one; strangers call without a session',
    ['state', 'pool'],
  )
  const up = page.gauge(
    'ekyc_database_up',
    '1 when the database answered this scrape; outbox metrics are absent otherwise',
  )
  const waiting = page.gauge('ekyc_outbox_waiting', 'Messages not yet delivered', ['kind'])
  const oldest = page.gauge('ekyc_outbox_oldest_age_seconds', 'Age of the oldest undelivered message', [
    'kind',
  ])

  const lookAtVault = sources.vault && watchVault(sources.vault, page)
  const endOfMonths = page.gauge(
    'ekyc_order_months_end_timestamp_seconds',
    'End of the last month that has a table for orders; absent where orders are in one table',
  )

  const emergencies = page.gauge(
    'ekyc_emergencies',
    'Acts of the last day that one person did without the second person that they need',
  )

  const exceptions = page.gauge(
    'ekyc_exceptions',
    'Customers without a readable finger: opened in the last 30 days, and of those waiting and overdue',
    ['reason', 'state'],
  )
  const alerts = page.gauge('ekyc_fraud_alerts_open', 'Open alerts of the rules against fraud')

  return async () => {
    const turns = sources.hashTurns()
    hashes.set({ state: 'running' }, turns.running)
    hashes.set({ state: 'waiting' }, turns.waiting)
    for (const [pool, { inUse, idle, waiting: askers }] of Object.entries(sources.connections())) {
      connections.set({ state: 'in_use', pool }, inUse)
      connections.set({ state: 'idle', pool }, idle)
      connections.set({ state: 'waiting', pool }, askers)
    }

    const kinds = await sources.outbox().catch(() => undefined)
    up.set(kinds ? 1 : 0)
    waiting.reset()
    oldest.reset()
    for (const { kind, ...messages } of kinds ?? []) {
      waiting.set({ kind }, messages.waiting)
      oldest.set({ kind }, messages.oldestSeconds)
    }
    await lookAtVault?.()
    const end = await sources.endOfMonths().catch(() => undefined)
    endOfMonths.remove()
    if (end) endOfMonths.set(end.getTime() / 1000)
    const alone = await sources.emergencies().catch(() => undefined)
    emergencies.remove()
    if (alone !== undefined) emergencies.set(alone)
    const open = await sources.alerts().catch(() => undefined)
    alerts.remove()
    if (open !== undefined) alerts.set(open)
    const reasons = await sources.exceptions().catch(() => [])
    exceptions.reset()
    for (const { reason, ...counts } of reasons)
      for (const [state, count] of Object.entries(counts)) exceptions.set({ reason, state }, count)
  }
}

function watchVault(standing: NonNullable<WatchedSources['vault']>, page: MetricsPage): () => Promise<void> {
  const up = page.gauge('ekyc_vault_up', '1 when the vault answered this scrape')
  const kept = page.gauge('ekyc_vault_results', 'Results that lie in the vault')
  const oldest = page.gauge('ekyc_vault_oldest_age_seconds', 'Age of the oldest result in the vault')
  return async () => {
    const found = await standing().catch(() => undefined)
    up.set(found ? 1 : 0)
    kept.remove()
    oldest.remove()
    if (!found) return
    kept.set(found.kept)
    oldest.set(found.oldestSeconds)
  }
}
