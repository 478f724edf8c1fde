import { setTimeout as sleep } from 'node:timers/promises'

import { runRequestedVerification } from './acts/audit/audit.ts'
import { completeWithdrawals } from './acts/kyc/withdraw-consent.ts'
import { applyAuditRetention } from './database/audit/audit-retention.ts'
import { findNewestHead, sealAuditRows } from './database/audit/audit-sealer.ts'
import { countUnitsByCertificateState } from './database/agents/devices.ts'
import { runHousekeeping } from './database/housekeeping.ts'
import { addOrderPartitions } from './database/schema/order-partitions.ts'
import type { OpenDatabase } from './database/link/open-database.ts'
import type { VaultConnection } from './database/kyc/vault.ts'
import type { Context } from './domain/context.ts'
import type { DeviceUseCounter } from './domain/kyc/device-use.ts'
import { hourMs, minuteMs } from './domain/clocks.ts'
import type { FraudWatch } from './domain/fraud/fraud-watch.ts'
import type { OtpBudget } from './domain/sign-in/otp-budget.ts'
import type { OutageWatch } from './domain/kyc/outages.ts'
import { byOutboxKind, type Outbox } from './domain/messages/outbox.ts'
import type { PublishedConsentText } from './domain/kyc/kyc-records.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createRepeatingJob } from './process/repeating-job.ts'

type Services = {
  outbox: Outbox
  outages: OutageWatch
  otpBudget: OtpBudget
  deviceUse: DeviceUseCounter
  fraudWatch: FraudWatch
  settleAbandonedOrders(which?: 'recent'): Promise<number>
  sendRequestedOtps(): Promise<void>
  metrics: Metrics
}

/** A stop waits so long for messages that are being sent, in ms. Any server sends the remaining messages later. */
const lastTriesMs = 6_000

/** Every server runs every job, and the database divides the work among the servers. */
export function assembleJobs(
  services: Services,
  { database, outboxKeys, policy, now, onFault }: Context,
  parts: {
    open: OpenDatabase
    vault: VaultConnection | undefined
    consentTexts: readonly PublishedConsentText[]
    log: { info(fields: object, text: string): void }
  },
) {
  const { deviceUse, metrics } = services
  const { open, vault } = parts
  const { runner, seals } = open
  const every = (everyMs: number, run: (stopping: AbortSignal) => Promise<unknown>) =>
    createRepeatingJob({ everyMs, run, onFault })

  return {
    sweep: every(5_000, () =>
      eachOf([
        // A sweep needs the database's clock of now, by which leases end.
        () => open.clock.measure().then(() => services.settleAbandonedOrders('recent')),
        () => services.outbox.recall(),
        () => services.sendRequestedOtps(),
        () => completeWithdrawals({ runner, seals, outboxKeys, policy, now }),
      ]),
    ),
    sealing: every(1_000, () =>
      sealAuditRows(open.runner, seals, now(), refused => {
        metrics.refusedAuditRows.set(refused)
        metrics.auditSealed.setToCurrentTime()
      }),
    ),
    verifying: every(5_000, stopping => runRequestedVerification({ runner, seals, now }, stopping)),
    outages: every(5_000, () => Promise.all([services.outages.share(), services.otpBudget.share()])),
    devices: every(minuteMs, async () => {
      await deviceUse.share()
      const units = await countUnitsByCertificateState(open.runner, now())
      for (const [certificate, count] of Object.entries(units))
        metrics.deviceUnits.set({ certificate }, count)
    }),
    fraud: every(3_000, services.fraudWatch.judgeNoted),
    housekeeping: every(hourMs, () =>
      eachOf([
        () => services.settleAbandonedOrders(),
        () => database.consentTexts.publish(parts.consentTexts, now()),
        () => runHousekeeping(open.runner, now(), policy),
        async () => vault?.sweep(open.runner, now()),
        () => applyAuditRetention(open.runner, seals, now(), policy),
        logAuditHead,
        () => addOrderPartitions(open.runner, now()),
      ]),
    ),
  }

  /** A step that fails holds up no other, since it may fail in every run. */
  async function eachOf(steps: (() => Promise<unknown>)[]): Promise<void> {
    for (const step of steps) await step().catch(onFault)
  }

  /** A copy of the log on another machine reveals a chain that was truncated. */
  async function logAuditHead(): Promise<void> {
    const head = await findNewestHead.first(open.runner)
    if (!head) return
    const seal = Buffer.from(head.seal).toString('hex')
    parts.log.info({ position: head.position, seal }, 'audit head')
  }
}

/** A slow receiver of one kind delays no other kind. */
export function assembleDeliveryJobs({ lanes }: Outbox, onFault: (error: unknown) => void) {
  return byOutboxKind(kind => {
    const lane = lanes[kind]
    const job = createRepeatingJob({ everyMs: 1_000, run: stopping => lane.run(stopping), onFault })
    const ended = () => job.stop().then(() => lane.idle())
    return { ...job, stop: () => Promise.race([ended(), sleep(lastTriesMs, undefined, { ref: false })]) }
  })
}
