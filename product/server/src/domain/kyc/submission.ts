import type { KeyObject } from 'node:crypto'

import type { Holder } from '@ekyc/contract/bank'
import { failuresWithoutVerdict, verdicts } from '@ekyc/contract/refusals'
import type { BiometricDeviceInfo, Consent } from '@ekyc/contract/shapes'
import { kycTexts } from '@ekyc/contract/texts'

import { checkCapture, rememberedValidity, type CaptureRules } from './capture-check.ts'
import type { SharedNow } from '../clock-skew.ts'
import { keptDevice, type DeviceUse } from './device-use.ts'
import { checkConsent, type PublishedConsents } from './published-consents.ts'
import { throughDatabaseAway } from '../database-away.ts'
import type { FraudWatch } from '../fraud/fraud-watch.ts'
import { requireInOrder } from '../agents/operator-standing.ts'
import { createOrderClaim } from './order-claim.ts'
import type { Origin } from '../sign-in/origin.ts'
import { isOutage, type Outages } from './outages.ts'
import type { Policy } from '../policy.ts'
import {
  Unavailable,
  UnusableAnswer,
  type Capture,
  type IdentityAuthority,
  type ReferenceDirectory,
  type Verdict,
} from '../ports.ts'
import { reasonOf, type Reason } from './reason-of.ts'
import { Forbidden, Overloaded, Refused } from '../refused.ts'
import type { Results } from './results.ts'
import { claimEnd, type BankFailure, type Settlement } from './settlement.ts'
import type { Caller } from '../agents/agent-stores.ts'
import type { DatabaseOf } from '../stores.ts'
import type { KycException, OrderRecord, OrderSteps, StoredOutcome } from './kyc-stores.ts'
import type { Timer } from '../timer.ts'

export type Submission = {
  /**
   * Submits an order at most once. A repeated call returns the first result.
   * @throws Forbidden when the order is not the caller's
   * @throws Refused when the order has expired, or when a check before the claim fails and the order stays open
   */
  submit(caller: Caller, order: SubmittedOrder, origin: Origin): Promise<SubmissionResult>
}

export type SubmittedOrder = {
  orderId: string
  biometricDeviceInfo: BiometricDeviceInfo
  consent: Consent | undefined
}

export type SubmissionResult = {
  outcome: StoredOutcome
  transactionId: string
  message: string
  exception?: KycException | undefined
} & Reason

export type SubmissionOptions = {
  database: DatabaseOf<'orders' | 'references' | 'exceptions' | 'quotas' | 'audit'>
  authority: IdentityAuthority
  bank: Pick<ReferenceDirectory, 'customerOf'>
  settlement: Settlement
  results: Results
  outages: Outages
  captureRules: CaptureRules
  consentRequired: boolean
  publishedConsents: PublishedConsents
  authorityTimeoutMs: number
  bankTimeoutMs: number
  /**
   * The keys for the hashes of used captures. A capture has a hash under every key, so that used captures are still
   * recognised after a change of keys.
   */
  captureKeys: readonly KeyObject[]
  /** The key for the hashes that identify devices. */
  unitKey: KeyObject
  deviceUse: DeviceUse
  fraudWatch: Pick<FraudWatch, 'note'>
  serverName: string
  policy: Policy
  now: () => Date
  sharedNow: SharedNow
  timer: Timer
}

/** The time in ms that a lease adds to the time-outs of bank and authority, because database queries take time too. */
const leaseSlackMs = 10_000
const pollMs = 200
/** The time for which a failed write of a verdict is repeated, in ms. A sweep may settle the order meanwhile. */
const settleMs = 120_000

export function createSubmission(options: SubmissionOptions): Submission {
  const { database, authority, bank, settlement, results, outages, policy, now, timer } = options
  const leaseMs = options.authorityTimeoutMs + options.bankTimeoutMs + results.longestMs + leaseSlackMs
  const validityOf = rememberedValidity()
  const claimOrder = createOrderClaim({ ...options, leaseMs })

  return {
    async submit(caller, { orderId, biometricDeviceInfo, consent }, origin) {
      const asking = results.away()
      const order = await database.orders.find(caller.agentId, orderId)
      if (!order) throw new Forbidden('not_yours')
      const first = await firstResult(order)
      if (first) return first

      requireInOrder(caller, now(), policy)
      const capture = checkCapture(biometricDeviceInfo, {
        rules: options.captureRules,
        openedOn: order.createdOn,
        now: now(),
        policy,
        validityOf,
      })
      if (options.consentRequired && !consent) throw new Refused('consent_missing')
      if (consent) checkConsent(consent, now(), policy)
      const kept = consent && {
        ...consent,
        textHash: await options.publishedConsents.textHashOf(consent),
      }

      const away = await asking
      if (away) throw away

      const device = keptDevice(capture, validityOf(capture.device.mc), options.unitKey)
      const claim = await claimOrder(order, { capture, device, consent: kept, caller, origin })
      if (!claim) return resultOfOther(caller.agentId, orderId)
      const { leaseToken, transactionId, failures } = claim

      const steps: OrderSteps = {}
      const { verdict, holder } = await askOnce(caller, order, capture, transactionId, steps)
      options.deviceUse.count(device, caller.agentId, verdict.kind)
      options.fraudWatch.note(
        order,
        device.unit,
        claimEnd(verdict) === 'mismatched' ? 'mismatched' : verdict.kind,
      )
      const asked = { ...order, transactionId }
      const secured = verdict.kind === 'verified' ? await results.secure(asked, verdict) : undefined
      const [result, notTaken] = secured && 'reason' in secured ? [undefined, secured] : [secured]
      const settled = await throughDatabaseAway(timer, settleMs, () =>
        settlement.settle({
          order: asked,
          verdict: notTaken ? { ...verdict, ...notTaken } : verdict,
          result,
          leaseToken,
          steps,
          holder,
          failures,
        }),
      )
      return settled
        ? { ...resultOf(settled), exception: settled.exception }
        : resultOfOther(caller.agentId, orderId)
    },
  }

  async function firstResult(order: OrderRecord): Promise<SubmissionResult | undefined> {
    if (order.status === 'SUBMITTING') return resultOfOther(order.agentId, order.id)
    if (order.status === 'KYC_SUCCESS' || order.status === 'KYC_FAILURE') return resultAgain(order)
    if (order.status === 'INIT' && order.expiresOn > now()) return undefined
    // The order is marked as expired, so that a clock that is set back does not open it again.
    await database.orders.expire(order, now())
    throw new Refused('order_expired', policy.orderLifeHours)
  }

  async function askOnce(
    caller: Caller,
    { reference }: OrderRecord,
    capture: Capture,
    transactionId: string,
    steps: OrderSteps,
  ): Promise<{ verdict: Verdict | BankFailure; holder?: Holder | undefined }> {
    const fetched = outages.watch('bank', caller, () => bank.customerOf(reference))
    const fetchedCustomer = await fetched.catch((error: unknown): BankFailure => {
      if (!(error instanceof Unavailable)) throw error
      const kind = error instanceof UnusableAnswer ? 'bank-unusable' : 'bank-away'
      return { kind, reason: error.message }
    })
    steps.fetched = now().getTime()
    if ('reason' in fetchedCustomer) return { verdict: fetchedCustomer }
    const { id: customer, holder } = fetchedCustomer
    const request = { transactionId, customer, capture, deadlineMs: options.authorityTimeoutMs }
    steps.asked = now().getTime()
    const asking = outages.watch('authority', caller, () => authority.verify(request), isOutage)
    const verdict = await asking.finally(() => (steps.answered = now().getTime()))
    return { verdict, holder }
  }

  /** Waits for the result of another call that submits this order. */
  async function resultOfOther(agentId: string, orderId: string): Promise<SubmissionResult> {
    const deadline = timer.uptimeMs() + leaseMs
    while (timer.uptimeMs() < deadline) {
      const order = await throughDatabaseAway(timer, leaseMs, () => database.orders.find(agentId, orderId))
      if (order?.outcome) return resultAgain(order)
      await timer.wait(pollMs)
    }
    throw new Overloaded('submit_pending', 5)
  }

  async function resultAgain(order: OrderRecord): Promise<SubmissionResult> {
    const result = resultOf(order)
    if (result.code !== verdicts.noMatch) return result
    return { ...result, exception: await database.exceptions.find(order.agentId, order.id) }
  }
}

function resultOf(order: OrderRecord): SubmissionResult {
  const { outcome, transactionId, message } = order
  if (!outcome) throw new Error('a result was asked of an order that has none')
  return {
    outcome,
    transactionId: transactionId ?? kycTexts.noTransactionId,
    message: message ?? failuresWithoutVerdict.authority_unusable,
    ...reasonOf(order),
  }
}
