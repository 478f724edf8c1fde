import { randomUUID } from 'node:crypto'

import type { Holder } from '@ekyc/contract/bank'
import { indiaDate } from '@ekyc/contract/india-time'
import { notRecognised } from '@ekyc/contract/exceptions'
import { failuresWithoutVerdict, verdictText, verifiedText } from '@ekyc/contract/refusals'

import { systemEvent } from '../audit/audit-events.ts'
import { allTime } from '../calendar.ts'
import { clockSkewMs, dayMs, hourMs } from '../clocks.ts'
import type { KycContext } from '../context.ts'
import { refusalQuota } from './reference-check.ts'
import type { ClaimOutcome, KycException, OrderRecord, OrderSteps } from './kyc-records.ts'
import { Conflict, ignoreConflict } from '../stores.ts'
import { openException } from './kyc-exceptions.ts'
import { messageForHolder } from '../messages/messages-for-holders.ts'
import type { AuthorityVerdict } from '../ports.ts'
import { newId } from '../ids.ts'
import { createQuota } from '../agents/quotas.ts'
import { failureReasonOf } from './order-history.ts'
import type { SecuredResult } from './secure-result.ts'

/** The outcome when the bank gave no id number, so that the authority was not asked. `reason` is for the log. */
export type BankFailure = { kind: 'bank-away' | 'bank-unusable'; reason: string }

const sweepLeaseMs = 30_000
/** The upper limit of all leases, in ms. The leases of a submit and of a sweep are shorter. */
export const longestLeaseMs = 5 * 60_000
/** The greatest age of an order in a 'recent' sweep, in ms. The policy limits an order's life to a week. */
const recentMs = 8 * dayMs

type EndOfSubmit = AuthorityVerdict | BankFailure | SecuredResult['verdict'] | { kind: 'interrupted' }

type Settling = Pick<SecuredResult, 'result'> & {
  order: OrderRecord
  verdict: EndOfSubmit
  leaseToken: string
  steps?: OrderSteps
  holder?: Holder | undefined
  failures?: number | undefined
}

/**
 * Settles orders whose lease has ended, mostly because their server died during the submit. Such an order counts as
 * failed, because its verdict is unknown and a PID block is never sent twice.
 * @param which 'recent' searches only orders within 8 days of now, which are in the partitions of one or two months
 */
export async function settleAbandonedOrders(context: KycContext, which?: 'recent'): Promise<number> {
  const { database, now, sharedNow } = context
  const at = sharedNow()
  // An order has the opening time of its server's own clock, which may be far from the database's.
  const own = now().getTime()
  const opened = which ? { from: new Date(own - recentMs), before: new Date(own + recentMs) } : allTime
  const leaseToken = randomUUID()
  const abandoned = await database.orders.takeOverExpired({
    at,
    latestLease: new Date(at.getTime() + longestLeaseMs + clockSkewMs),
    ...opened,
    leaseToken,
    leaseUntil: new Date(at.getTime() + sweepLeaseMs),
  })
  for (const order of abandoned)
    await settleOrder(context, { order, verdict: { kind: 'interrupted' }, leaseToken })
  return abandoned.length
}

/**
 * Writes the verdict of an order in one transaction, if the lease still holds.
 * @returns undefined when another call has taken over the order or its reference. After the last failed try of the day,
 * the order has an `exception`, which the bank's staff decides
 */
export async function settleOrder(
  context: KycContext,
  { order, verdict, result, leaseToken, steps = {}, holder, failures = 0 }: Settling,
): Promise<(OrderRecord & { exception: KycException | undefined }) | undefined> {
  const { database, outbox, policy, now, sharedNow, onBroken } = context
  const at = now()
  const stored = storedVerdict(verdict)
  const { code } = failureReasonOf(stored)
  const outcome = stored.errorCode ?? stored.outcome
  const { agentId, id, reference } = order
  if ('reason' in verdict)
    onBroken(verdict.kind === 'broken' ? 'authority' : 'bank', { orderId: id, reason: verdict.reason })

  const answer = 'answerDigest' in verdict ? verdict.answerDigest : undefined
  const message = mayHaveReachedAuthority(verdict)
    ? messageForHolder(context, order, stored, holder, at)
    : undefined
  const end = claimOutcomeOf(verdict)
  const isLastTry = end === 'mismatched' && failures >= policy.failuresPerReference
  return ignoreConflict(
    database.transaction(async stores => {
      // However often an agent tries, a customer gets one SMS for a code within an hour.
      const oneSms = createQuota({ kind: `holder-sms ${code}`, perMs: hourMs, limit: 1 })
      const isRepeated =
        message?.kind === 'holder-sms' && (await oneSms.take(stores, reference, at)) !== undefined
      const told = message && !isRepeated ? newId(sharedNow()) : undefined
      const [settled, exception, , isReleased] = await Promise.all([
        stores.orders.settle({
          order,
          leaseToken,
          at,
          ...stored,
          steps: { ...steps, event: result?.id, told, answer },
        }),
        isLastTry
          ? openException(stores, { order, reason: notRecognised, tries: failures, at }, context)
          : undefined,
        stores.dailyCounts.add(agentId, indiaDate(order.createdOn), code ? 'kycFailure' : 'kycSuccess'),
        stores.references.release({ reference, orderId: id, at, end }),
        result?.message && outbox.put(stores, result.message),
        message && told && outbox.put(stores, { ...message, id: told }),
        stored.outcome === 'refused' ? undefined : refusalQuota(policy).giveBack(stores, reference, at),
        stores.audit.append(systemEvent({ at, agentId, action: 'order.settle', subject: id, outcome })),
      ])
      // The order has lost its claim, perhaps to another order.
      if (!isReleased && end === 'verified') throw new Conflict()
      return { ...settled, exception }
    }),
  )
}

/** Tells whether the authority may have received the request. A server that died may have sent it. */
function mayHaveReachedAuthority(verdict: EndOfSubmit): boolean {
  if (verdict.kind === 'broken') return verdict.isUnsent !== true
  return verdict.kind !== 'bank-away' && verdict.kind !== 'bank-unusable'
}

/** A locked number or an expired key says nothing about the finger, so neither is a mismatch. */
export function claimOutcomeOf(verdict: EndOfSubmit): ClaimOutcome {
  if (verdict.kind === 'verified') return verdict.kind
  const isMismatch =
    verdict.kind === 'refused' && verdict.source === 'authentication' && verdict.errorCode === '300'
  return isMismatch ? 'mismatched' : 'other'
}

const codeOf = {
  interrupted: 'submission_interrupted',
  'timed-out': 'authority_timeout',
  'bank-away': 'customer_not_fetched',
  'bank-unusable': 'bank_unusable',
  'not-taken': 'result_not_taken',
  broken: 'authority_unusable',
} as const

/** A failure without a refusal has the server's own `errorCode` and no `errorSource`. */
function storedVerdict(verdict: EndOfSubmit) {
  const failed = { status: 'KYC_FAILURE', outcome: 'broken', authorityCode: null, action: null } as const
  if (verdict.kind === 'verified') {
    const { authorityCode, action } = verdict
    const noError = { errorSource: null, errorCode: null }
    return {
      status: 'KYC_SUCCESS',
      outcome: verdict.kind,
      message: verifiedText,
      ...noError,
      authorityCode,
      action,
    } as const
  }
  if (verdict.kind === 'refused') {
    const { kind: outcome, source: errorSource, errorCode, authorityCode, action } = verdict
    const message = verdictText(errorSource, errorCode)
    return { ...failed, outcome, message, errorSource, errorCode, authorityCode, action }
  }
  const errorCode = codeOf[verdict.kind]
  const outcome = verdict.kind === 'timed-out' ? verdict.kind : failed.outcome
  return { ...failed, outcome, message: failuresWithoutVerdict[errorCode], errorSource: null, errorCode }
}
