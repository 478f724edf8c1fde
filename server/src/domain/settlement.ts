import { randomUUID } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'
import { failuresWithoutVerdict, verdictText, verifiedText } from '@ekyc/contract/refusals'
import { kycTexts } from '@ekyc/contract/texts'

import { clockSkewMs } from './clock-skew.ts'
import { Outrun, unlessOutrun } from './outrun.ts'
import type { Outbox } from './outbox.ts'
import type { Verdict } from './ports.ts'
import type { ClaimEnd, Database, OrderRecord, OrderVerdict, Stores } from './stores.ts'

export type Settlement = {
  /**
   * Writes the verdict where the lease still holds: order, counters, reference, audit row and, when verified, the
   * result to the bank, in one transaction.
   * @returns the settled order, or undefined when somebody else has settled it
   */
  settle(settle: {
    order: OrderRecord
    verdict: Verdict | 'bank-away' | 'interrupted'
    leaseToken: string
  }): Promise<OrderRecord | undefined>
  /** Settles claims whose server died: nobody knows the verdict, and the PID block is never sent again. */
  sweep(): Promise<number>
}

const sweepLeaseMs = 30_000
/** Longer than a submit or a sweep may take. */
export const longestLeaseMs = 5 * 60_000

export function createSettlement(options: {
  database: Database
  outbox: Outbox
  now: () => Date
  /** Why an answer was not usable, for the log. */
  onBroken: (orderId: string, reason: string) => void
}): Settlement {
  const { database, outbox, now } = options

  return {
    settle,
    async sweep() {
      const at = now()
      const leaseToken = randomUUID()
      const leaseUntil = new Date(at.getTime() + sweepLeaseMs)
      const latestLease = new Date(at.getTime() + longestLeaseMs + clockSkewMs)
      const abandoned = await database.orders.takeOverExpired(at, latestLease, { leaseToken, leaseUntil })
      for (const order of abandoned) await settle({ order, verdict: 'interrupted', leaseToken })
      return abandoned.length
    },
  }

  async function settle({ order, verdict, leaseToken }: Parameters<Settlement['settle']>[0]) {
    const at = now()
    const stored = storedVerdict(verdict)
    const succeeded = stored.status === 'KYC_SUCCESS'
    const { agentId, id, reference, transactionId } = order
    if (typeof verdict === 'object' && verdict.kind === 'broken') options.onBroken(order.id, verdict.reason)

    return unlessOutrun(
      database.transaction(async stores => {
        const [settled] = await Promise.all([
          stores.orders.settle({ agentId, id, leaseToken, at, verdict: stored }),
          stores.dailyCounts.add(
            agentId,
            indiaDate(order.createdOn),
            succeeded ? 'kycSuccess' : 'kycFailure',
          ),
          releaseReference(stores, { reference, orderId: id, at, end: claimEnd(stored) }),
          typeof verdict === 'object' &&
            verdict.kind === 'verified' &&
            outbox.putResult(stores, {
              agentId,
              expiresOn: new Date(verdict.eKyc.keepUntil),
              body: {
                type: 'kyc.result',
                orderId: id,
                reference,
                transactionId: transactionId ?? kycTexts.noTransactionId,
                outcome: 'KYC_SUCCESS',
                completedOn: at.toISOString(),
                eKyc: verdict.eKyc,
              },
            }),
          stores.audit.append({
            at,
            actorKind: 'system',
            agentId,
            actor: 'server',
            action: 'order.settle',
            subject: id,
            outcome: stored.errorCode ?? stored.outcome,
            requestId: undefined,
            traceId: undefined,
            address: undefined,
          }),
        ])
        return settled
      }),
    )
  }
}

/** @throws Outrun when it succeeded after its claim had run out: another order may have had the reference since */
async function releaseReference(
  stores: Stores,
  release: Parameters<Stores['references']['release']>[0],
): Promise<void> {
  const released = await stores.references.release(release)
  if (!released && release.end === 'succeeded') throw new Outrun()
}

/** Only a finger that did not match counts against the day's tries: a locked number or an expired key is no guess. */
function claimEnd({ status, errorSource, errorCode }: OrderVerdict): ClaimEnd {
  if (status === 'KYC_SUCCESS') return 'succeeded'
  return errorSource === 'authentication' && errorCode === '300' ? 'mismatched' : 'neither'
}

/** Where the authority gave no code of its own, the error code is ours, and there is no error source. */
function storedVerdict(verdict: Verdict | 'bank-away' | 'interrupted'): OrderVerdict {
  const nothing = { errorSource: null, errorCode: null, authorityCode: null, action: null }
  const unverified = (outcome: 'broken' | 'timed-out', errorCode: keyof typeof failuresWithoutVerdict) =>
    ({
      ...nothing,
      status: 'KYC_FAILURE',
      outcome,
      message: failuresWithoutVerdict[errorCode],
      errorCode,
    }) as const
  if (verdict === 'bank-away') return unverified('broken', 'customer_not_fetched')
  if (verdict === 'interrupted') return unverified('broken', 'submission_interrupted')

  switch (verdict.kind) {
    case 'verified':
      return {
        ...nothing,
        status: 'KYC_SUCCESS',
        outcome: 'verified',
        message: verifiedText,
        authorityCode: verdict.authorityCode,
        action: verdict.action,
      }
    case 'refused':
      return {
        status: 'KYC_FAILURE',
        outcome: 'refused',
        message: verdictText(verdict.source, verdict.errorCode),
        errorSource: verdict.source,
        errorCode: verdict.errorCode,
        authorityCode: verdict.authorityCode,
        action: verdict.action,
      }
    case 'timed-out':
      return unverified('timed-out', 'authority_timeout')
    case 'broken':
      return unverified('broken', 'authority_unusable')
  }
}
