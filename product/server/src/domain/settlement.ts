import { randomUUID } from 'node:crypto'

import type { Holder } from '@ekyc/contract/bank'
import { indiaDate } from '@ekyc/contract/india-time'
import { notRecognised } from '@ekyc/contract/exceptions'
import { failuresWithoutVerdict, verdictText, verifiedText } from '@ekyc/contract/refusals'

import { systemEvent } from './audit-trail.ts'
import { clockSkewMs, type SharedNow } from './clock-skew.ts'
import { dayMs } from './durations.ts'
import { Conflict, unlessConflict } from './conflict.ts'
import { openException } from './exceptions.ts'
import type { MessagesForHolders } from './messages-for-holders.ts'
import type { Outbox } from './outbox.ts'
import type { Policy } from './policy.ts'
import type { Verdict } from './ports.ts'
import { newId } from './new-id.ts'
import { reasonOf } from './reason-of.ts'
import type { NotTaken, SecuredResult } from './results.ts'
import type {
  ClaimEnd,
  DatabaseOf,
  KycException,
  OrderRecord,
  OrderSteps,
  OrderVerdict,
  Stores,
} from './stores.ts'

export type Settlement = {
  /**
   * Writes the verdict if the lease still holds: order, counters, reference, audit row and, for a verified customer,
   * the message of the result to the bank, and what the holder is told, in one transaction. The test reference of a
   * synthetic agent stays open.
   * @returns the settled order, or undefined when another call settled it
   */
  settle(settle: {
    order: OrderRecord
    verdict: Verdict | BankFailure | NotTaken | 'interrupted'
    result?: SecuredResult | undefined
    leaseToken: string
    isSynthetic?: boolean
    steps?: OrderSteps
    holder?: Holder | undefined
    /** The failures of the reference today, if this is one. */
    failures?: number | undefined
  }): Promise<SettledOrder | undefined>
  /**
   * Fails claims of servers that died: their verdict is unknown, and a PID block is never sent twice.
   * @param which 'recent' asks for orders that were opened in the last days only, which are in one month or two
   */
  sweep(which?: 'recent'): Promise<number>
}

/** exception: the last try of the day failed, and a person of the bank looks again. */
export type SettledOrder = OrderRecord & { exception?: KycException | undefined }

/** The bank did not name its customer, so that the authority was not asked. `reason` is for the log. */
export type BankFailure = { kind: 'bank-away' | 'bank-unusable'; reason: string }

const sweepLeaseMs = 30_000
/** No lease is longer: a submit and a sweep take less. */
export const longestLeaseMs = 5 * 60_000
/** An order is claimed within its life, which the policy limits to a week. */
const recentMs = 8 * dayMs

export function createSettlement(options: {
  database: DatabaseOf<'orders' | 'references' | 'exceptions' | 'dailyCounts' | 'outbox' | 'audit'>
  outbox: Outbox
  forHolder: MessagesForHolders
  policy: Policy
  now: () => Date
  sharedNow: SharedNow
  /** Logs why there is no verdict. */
  onBroken: (party: 'authority' | 'bank', order: { orderId: string; reason: string }) => void
}): Settlement {
  const { database, outbox, now, sharedNow } = options

  return {
    settle,
    async sweep(which) {
      const at = sharedNow()
      const opened = which && {
        from: new Date(at.getTime() - recentMs),
        before: new Date(at.getTime() + recentMs),
      }
      const leaseToken = randomUUID()
      const leaseUntil = new Date(at.getTime() + sweepLeaseMs)
      const latestLease = new Date(at.getTime() + longestLeaseMs + clockSkewMs)
      const abandoned = await database.orders.takeOverExpired(
        { at, latestLease, opened },
        { leaseToken, leaseUntil },
      )
      for (const order of abandoned) await settle({ order, verdict: 'interrupted', leaseToken })
      return abandoned.length
    },
  }

  async function settle({
    order,
    verdict,
    result,
    leaseToken,
    isSynthetic = false,
    steps = {},
    holder,
    failures = 0,
  }: Parameters<Settlement['settle']>[0]) {
    const at = now()
    const stored = storedVerdict(verdict)
    const { code } = reasonOf(stored)
    const day = indiaDate(order.createdOn)
    const { agentId, id, reference } = order
    if (typeof verdict === 'object' && 'reason' in verdict)
      options.onBroken(verdict.kind === 'broken' ? 'authority' : 'bank', {
        orderId: id,
        reason: verdict.reason,
      })

    const answer = typeof verdict === 'object' && 'answerDigest' in verdict ? verdict.answerDigest : undefined
    const message =
      isSynthetic || !mayHaveReachedAuthority(verdict)
        ? undefined
        : options.forHolder({ order, verdict: stored, holder, at })
    const told = message && newId(sharedNow())
    const end = claimEnd(verdict)
    const isLastTry = end === 'mismatched' && !isSynthetic && failures >= options.policy.failuresPerReference
    return unlessConflict(
      database.transaction(async stores => {
        const [settled, exception] = await Promise.all([
          stores.orders.settle({
            order,
            leaseToken,
            at,
            verdict: stored,
            steps: { ...steps, event: result?.id, told, answer },
          }),
          isLastTry
            ? openException(stores, { order, reason: notRecognised, tries: failures, at }, options)
            : undefined,
          code
            ? stores.dailyCounts.addFailure(agentId, day, code)
            : stores.dailyCounts.add(agentId, day, 'kycSuccess'),
          releaseReference(stores, {
            reference,
            orderId: id,
            at,
            end: isSynthetic ? 'neither' : end,
          }),
          result?.message && outbox.putResult(stores, result.message),
          message && outbox.putForHolder(stores, { ...message, agentId, id: told }),
          stores.audit.append(
            systemEvent({
              at,
              agentId,
              isSynthetic,
              action: 'order.settle',
              subject: id,
              outcome: stored.errorCode ?? stored.outcome,
            }),
          ),
        ])
        return { ...settled, exception }
      }, 'as-one'),
    )
  }
}

/** @throws Conflict when the claim ran out before the success: another order may hold the reference now */
async function releaseReference(
  stores: Pick<Stores, 'references'>,
  release: Parameters<Stores['references']['release']>[0],
): Promise<void> {
  const released = await stores.references.release(release)
  if (!released && release.end === 'succeeded') throw new Conflict()
}

/** A server that died may have asked. */
function mayHaveReachedAuthority(verdict: Parameters<Settlement['settle']>[0]['verdict']): boolean {
  if (verdict === 'interrupted') return true
  if (verdict.kind === 'broken') return verdict.isUnsent !== true
  return verdict.kind !== 'bank-away' && verdict.kind !== 'bank-unusable'
}

/**
 * Tells how a verdict counts against the tries of the day: only a mismatch does, since a locked number or an expired key
 * says nothing about the finger.
 */
export function claimEnd(verdict: Verdict | BankFailure | NotTaken | 'interrupted'): ClaimEnd {
  if (verdict === 'interrupted') return 'neither'
  if (verdict.kind === 'verified') return 'succeeded'
  const isMismatch =
    verdict.kind === 'refused' && verdict.source === 'authentication' && verdict.errorCode === '300'
  return isMismatch ? 'mismatched' : 'neither'
}

/** Without a code of the authority the error code is ours and the error source is null. */
function storedVerdict(verdict: Verdict | BankFailure | NotTaken | 'interrupted'): OrderVerdict {
  const nothing = { errorSource: null, errorCode: null, authorityCode: null, action: null }
  const unverified = (outcome: 'broken' | 'timed-out', errorCode: keyof typeof failuresWithoutVerdict) =>
    ({
      ...nothing,
      status: 'KYC_FAILURE',
      outcome,
      message: failuresWithoutVerdict[errorCode],
      errorCode,
    }) as const
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
    case 'bank-away':
      return unverified('broken', 'customer_not_fetched')
    case 'bank-unusable':
      return unverified('broken', 'bank_unusable')
    case 'not-taken':
      return unverified('broken', 'result_not_taken')
    case 'broken':
      return unverified('broken', 'authority_unusable')
  }
}
