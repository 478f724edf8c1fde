import { createHmac, randomUUID } from 'node:crypto'

import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import { fromIndiaDateTime } from '@ekyc/contract/india-time'
import type { KeptConsent } from '@ekyc/contract/shapes'

import type { Caller } from '../agents/agents.ts'
import { takeKycLimits } from '../agents/dormancy-and-limits.ts'
import { recordCall } from '../audit/audit-events.ts'
import { clockSkewMs } from '../clocks.ts'
import type { KycContext } from '../context.ts'
import { DatabaseAway, retryWhileDatabaseAway } from '../database-away.ts'
import { newId } from '../ids.ts'
import type { Capture } from '../ports.ts'
import { Refused } from '../call-errors.ts'
import type { CallOrigin } from '../sign-in/call-origin.ts'
import type { StoredDevice, OrderRecord } from './kyc-records.ts'
import { ignoreConflict } from '../stores.ts'
import { refusalQuota, refusalByHistory } from './reference-check.ts'
import { longestLeaseMs } from './settlement.ts'

type Submitted = {
  capture: Capture
  device: StoredDevice
  consent: KeptConsent | undefined
  caller: Caller
  origin: CallOrigin
}

/**
 * The longest time to search for a claim whose commit has an unknown result, in ms. Within this time the database can
 * restart, and the agent still waits.
 */
const lookMs = 5_000

/** The time in ms that a lease adds to the time-outs of bank and authority, because database queries take time too. */
const leaseSlackMs = 10_000

export function submitLeaseMs({ authorityTimeoutMs, bankTimeoutMs, results }: KycContext): number {
  const passMs = results.mode === 'pass-through' ? results.passThroughMs : 0
  return authorityTimeoutMs + bankTimeoutMs + passMs + leaseSlackMs
}

/**
 * @returns the right to settle the order, which only the holder of its lease token has; undefined when the order is no
 * longer open
 * @throws Refused when the reference is done, has failed too often or is held by another order, or the capture was used
 * before
 */
export async function claimOrder(
  context: KycContext,
  order: OrderRecord,
  { capture, device, consent, caller, origin }: Submitted,
) {
  const { database, policy, now, sharedNow, timer } = context
  const { agentId, id, reference } = order
  const at = now()
  const holdMs = at.getTime() + longestLeaseMs
  const refusals = refusalQuota(policy)
  const claim = {
    leaseToken: randomUUID(),
    // The transaction id and the order's id both begin with their time, so that a search by either id knows the
    // month.
    transactionId: `UKC:${newId(at).replaceAll('-', '')}`,
    /** The reference's failures of this day, including this capture if the authority does not match it. */
    failures: 0,
  }
  const claiming = database.transaction(async stores => {
    const record = (action: AuditAction, outcome: string) =>
      recordCall(stores, origin, { at, actor: caller, action, subject: id, outcome })
    const [, failures, isFresh, spentMs] = await Promise.all([
      stores.orders.claim({
        ...claim,
        order,
        at,
        leaseUntil: new Date(sharedNow().getTime() + submitLeaseMs(context)),
        consent,
        device,
        steps: {
          captured: fromIndiaDateTime(capture.pidTimestamp)?.getTime(),
          claimed: at.getTime(),
          server: context.serverName,
        },
      }),
      stores.references.claim({
        reference,
        orderId: id,
        at,
        holdUntil: new Date(holdMs),
        latestHold: new Date(holdMs + clockSkewMs),
        mostFailures: policy.failuresPerReference,
      }),
      stores.orders.useCapture({ captureHashes: hashesOf(context, capture), agentId, orderId: id, at }),
      // The use is given back unless the authority refuses.
      refusals.take(stores, reference, at),
      stores.references.addOrder(order),
      record('order.submit', 'claimed'),
      takeKycLimits(policy, stores, caller, at),
      consent && record('consent.give', consent.version),
    ])
    if (failures === undefined) {
      const history = await stores.references.history(reference, at)
      throw refusalByHistory(history, policy) ?? new Refused('reference_in_work')
    }
    if (!isFresh) throw new Refused('capture_used')
    if (spentMs !== undefined) throw refusals.refusal
    claim.failures = failures
    return claim
  })
  try {
    return await ignoreConflict(claiming)
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error
    // The result of the commit is unknown. The order's transaction id tells which call has claimed it. If the order is
    // still open, the same submit may be repeated.
    const found = await retryWhileDatabaseAway(timer, lookMs, () => database.orders.find(agentId, id))
    if (found?.status === 'SUBMITTING') return found.transactionId === claim.transactionId ? claim : undefined
    if (found?.outcome) return undefined
    throw error
  }
}

function hashesOf({ captureKeys }: KycContext, { skey, hmac, data }: Capture): Uint8Array[] {
  return captureKeys.map(key =>
    createHmac('sha256', key).update(`capture\0${skey.value}\0${hmac}\0${data}`).digest(),
  )
}
