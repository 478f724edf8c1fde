import { collectDefaultMetrics, type Gauge } from 'prom-client'

import type { OtpEvent } from '../domain/sign-in/send-otp.ts'
import { buildInfo } from '../process/build-info.ts'
import { createMetricsPage, type MetricsPage } from './metrics-page.ts'

/** 'abandoned' means that the caller disconnected before the end of the answer. */
export type CallOutcome = 'success' | 'refusal' | 'fault' | 'abandoned'

export type Metrics = ReturnType<typeof createMetrics>

/** Each scrape reads these anew. A promise rejects when the database or the vault does not answer. */
type WatchedSources = {
  hashTurns(): { running: number; waiting: number }
  connections(): Record<string, { inUse: number; idle: number; waiting: number }>
  outbox(): Promise<{ kind: string; waiting: number; oldestSeconds: number }[]>
  vault?: (() => Promise<{ kept: number; oldestSeconds: number }>) | undefined
  endOfMonths(): Promise<Date | undefined>
  emergencies(): Promise<number>
  exceptions(): Promise<{ reason: string; opened: number; waiting: number; overdue: number }[]>
  alerts(): Promise<number>
}

const callSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const exchangeSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 15, 25]
/** Their counters start at 0: Prometheus sees no increase in a series whose first value is 1. */
const watchedEvents = ['over-budget', 'withheld', 'wrong', 'spent', 'throttled'] satisfies OtpEvent[]

export function createMetrics() {
  const page = createMetricsPage()
  const { counter, gauge, histogram } = page
  let look = async (): Promise<void> => {}
  collectDefaultMetrics({ register: page.registry })

  gauge('ekyc_build_info', 'Version and commit of the server, as labels; the value is always 1', [
    'version',
    'commit',
  ]).set(buildInfo, 1)
  const metrics = {
    calls: counter('ekyc_calls_total', 'Calls answered', ['call', 'status', 'outcome']),
    callSeconds: histogram(
      'ekyc_call_duration_seconds',
      'Time from the first byte of a call to the last byte of its answer',
      ['call', 'outcome'],
      callSeconds,
    ),
    inFlight: gauge('ekyc_requests_in_flight', 'Requests being worked on'),
    faults: counter(
      'ekyc_background_faults_total',
      'Faults of jobs, and of work that continues after an answer',
    ),
    deadMessages: counter('ekyc_outbox_dead_total', 'Messages abandoned after their last attempt'),
    oneTimePasswords: counter(
      'ekyc_one_time_passwords_total',
      'Requests for one-time passwords and guesses, by their outcome',
      ['event'],
    ),
    refusedProofs: counter(
      'ekyc_proofs_refused_total',
      "Calls refused for their proof of the session's key (DPoP), by the reason",
      ['reason'],
    ),
    refusedAuditRows: gauge(
      'ekyc_audit_rows_refused',
      'Audit rows that the sealer refuses, because no server wrote them',
    ),
    auditSealed: gauge(
      'ekyc_audit_sealed_timestamp_seconds',
      'When this server last saw every audit row sealed or refused; 0 before the first time',
    ),
    authoritySeconds: histogram(
      'ekyc_authority_duration_seconds',
      'Time of one request to the identity authority, by the kind of its verdict',
      ['verdict'],
      exchangeSeconds,
    ),
    bankSeconds: histogram(
      'ekyc_bank_duration_seconds',
      'Time of one exchange with the bank',
      ['operation', 'outcome'],
      exchangeSeconds,
    ),
    smsSeconds: histogram(
      'ekyc_sms_duration_seconds',
      'Time of one message to the SMS provider',
      ['outcome'],
      exchangeSeconds,
    ),
    certificateEnds: gauge(
      'ekyc_certificate_expiry_timestamp_seconds',
      'Latest expiry of the certificates and keys of a setting',
      ['certificate'],
    ),
    logIns: counter(
      'ekyc_log_ins_by_system_total',
      "Log-ins by the agent's operating system, and whether that still gets updates",
      ['system', 'updates'],
    ),
    deviceUnits: gauge(
      'ekyc_device_units',
      'Device units used in the last 30 days, by whether their certificate has ended, ends within 7 days, or later',
      ['certificate'],
    ),
  }
  for (const event of watchedEvents) metrics.oneTimePasswords.inc({ event }, 0)
  for (const verdict of ['verified', 'refused', 'timed-out', 'broken'])
    metrics.authoritySeconds.zero({ verdict })
  return {
    ...metrics,
    watch: (sources: WatchedSources) => void (look = watch(sources, page)),
    async read() {
      await look()
      return page.read()
    },
  }
}

function watch(sources: WatchedSources, page: MetricsPage): () => Promise<void> {
  const { gauge } = page
  const hashes = gauge('ekyc_password_hashes', 'Password hashes running and waiting', ['state'])
  const connections = gauge(
    'ekyc_database_connections',
    'Connections in use and idle, and callers waiting for one; strangers call without a session',
    ['state', 'pool'],
  )
  const up = gauge(
    'ekyc_database_up',
    '1 when the database answered this scrape; outbox metrics are absent otherwise',
  )
  const waiting = gauge('ekyc_outbox_waiting', 'Messages not yet delivered', ['kind'])
  const oldest = gauge('ekyc_outbox_oldest_age_seconds', 'Age of the oldest undelivered message', ['kind'])
  const vault = sources.vault && {
    read: sources.vault,
    up: gauge('ekyc_vault_up', '1 when the vault answered this scrape'),
    kept: gauge('ekyc_vault_results', 'Results that lie in the vault'),
    oldest: gauge('ekyc_vault_oldest_age_seconds', 'Age of the oldest result in the vault'),
  }
  const endOfMonths = gauge(
    'ekyc_order_months_end_timestamp_seconds',
    'End of the last month that has a table for orders; absent where orders are in one table',
  )
  const emergencies = gauge(
    'ekyc_emergencies',
    'Acts of the last day that one person did without the second person that they need',
  )
  const exceptions = gauge(
    'ekyc_exceptions',
    'Customers without a readable finger: opened in the last 30 days, and of those waiting and overdue',
    ['reason', 'state'],
  )
  const alerts = gauge('ekyc_fraud_alerts_open', 'Open alerts of the rules against fraud')

  return async () => {
    for (const [state, count] of Object.entries(sources.hashTurns())) hashes.set({ state }, count)
    for (const [pool, { inUse, ...others }] of Object.entries(sources.connections()))
      for (const [state, count] of Object.entries({ in_use: inUse, ...others }))
        connections.set({ state, pool }, count)

    const kinds = await sources.outbox().catch(() => undefined)
    up.set(kinds ? 1 : 0)
    waiting.reset()
    oldest.reset()
    for (const { kind, ...messages } of kinds ?? []) {
      waiting.set({ kind }, messages.waiting)
      oldest.set({ kind }, messages.oldestSeconds)
    }
    if (vault) {
      const found = await vault.read().catch(() => undefined)
      vault.up.set(found ? 1 : 0)
      tell(vault.kept, found?.kept)
      tell(vault.oldest, found?.oldestSeconds)
    }
    const end = await sources.endOfMonths().catch(() => undefined)
    tell(endOfMonths, end && end.getTime() / 1000)
    tell(emergencies, await sources.emergencies().catch(() => undefined))
    tell(alerts, await sources.alerts().catch(() => undefined))
    exceptions.reset()
    for (const { reason, ...counts } of await sources.exceptions().catch(() => []))
      for (const [state, count] of Object.entries(counts)) exceptions.set({ reason, state }, count)
  }
}

function tell(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove()
  else gauge.set(value)
}
