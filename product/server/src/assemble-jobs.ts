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
import { settleAbandonedOrders } from './domain/kyc/settlement.ts'
import { hourMs, minuteMs } from './domain/clocks.ts'
import { sendRequestedOtps } from './domain/sign-in/send-otp.ts'
import { byOutboxKind, type Outbox } from './domain/messages/outbox.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createRepeatingJob } from './process/repeating-job.ts'

/** A stop waits so long for messages that are being sent, in ms. Any server sends the remaining messages later. */
const lastTriesMs = 6_000

/** Every server runs every job, and the database divides the work among the servers. */
export function assembleJobs(
  context: Context,
  parts: {
    open: OpenDatabase
    vault: VaultConnection | undefined
    metrics: Metrics
    log: { info(fields: object, text: string): void }
  },
) {
  const { database, outboxKeys, policy, now, onFault } = context
  const { open, vault, metrics, log } = parts
  const { runner, seals } = open
  const every = (everyMs: number, run: (stopping: AbortSignal) => Promise<unknown>) =>
    createRepeatingJob({ everyMs, run, onFault })

  return {
    sweep: every(5_000, () =>
      eachOf([
        // A sweep needs the database's clock of now, by which leases end.
        () => open.clock.measure().then(() => settleAbandonedOrders(context, 'recent')),
        () => context.outbox.recall(),
        () => sendRequestedOtps(context),
        () => completeWithdrawals(open, { outboxKeys, policy, now }),
      ]),
    ),
    sealing: every(1_000, () =>
      sealAuditRows(runner, seals, now(), refused => {
        metrics.refusedAuditRows.set(refused)
        metrics.auditSealed.setToCurrentTime()
      }),
    ),
    verifying: every(5_000, stopping => runRequestedVerification({ runner, seals, now }, stopping)),
    outages: every(5_000, () => Promise.all([context.outages.share(), context.otpBudget.share()])),
    devices: every(minuteMs, async () => {
      await context.deviceUse.share()
      const units = await countUnitsByCertificateState(runner, now())
      for (const [certificate, count] of Object.entries(units))
        metrics.deviceUnits.set({ certificate }, count)
    }),
    fraud: every(3_000, context.fraudWatch.judgeNoted),
    housekeeping: every(hourMs, () =>
      eachOf([
        () => settleAbandonedOrders(context),
        () => database.consentTexts.publish(context.consentTexts, now()),
        () => runHousekeeping(runner, now(), policy),
        async () => vault?.sweep(runner, now()),
        () => applyAuditRetention(runner, seals, now(), policy),
        logAuditHead,
        () => addOrderPartitions(runner, now()),
      ]),
    ),
  }

  /** A step that fails holds up no other, since it may fail in every run. */
  async function eachOf(steps: (() => Promise<unknown>)[]): Promise<void> {
    for (const step of steps) await step().catch(onFault)
  }

  /** A copy of the log on another machine reveals a chain that was truncated. */
  async function logAuditHead(): Promise<void> {
    const head = await findNewestHead.first(runner)
    if (!head) return
    const seal = Buffer.from(head.seal).toString('hex')
    log.info({ position: head.position, seal }, 'audit head')
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
