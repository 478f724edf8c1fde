import type { KeyObject } from 'node:crypto'

import type { CustomerId } from '@ekyc/contract/bank'
import { failuresWithoutVerdict, verdicts } from '@ekyc/contract/refusals'
import type { BiometricDeviceInfo, Consent, KeptConsent } from '@ekyc/contract/shapes'
import { kycTexts } from '@ekyc/contract/texts'

import { checkCapture, rememberedValidity, type CaptureRules } from './capture-check.ts'
import type { SharedNow } from '../clock-skew.ts'
import { keptDevice, type DeviceUse } from './device-use.ts'
import { checkConsent, type PublishedConsents } from './published-consents.ts'
import { throughDatabaseAway } from '../database-away.ts'
import type { FraudWatch } from '../fraud/fraud-watch.ts'
import { requireInOrder } from '../agents/operator-standing.ts'
import { createOrderClaim, type OrderClaim } from './order-claim.ts'
import type { Origin } from '../sign-in/origin.ts'
import { isOutage, type Outages } from './outages.ts'
import type { Policy } from '../policy.ts'
import {
  Unavailable,
  UnusableAnswer,
  type Capture,
  type Customer,
  type IdentityAuthority,
  type ReferenceDirectory,
  type Verdict,
} from '../ports.ts'
import { reasonOf, type Reason } from './reason-of.ts'
import { Forbidden, Overloaded, Refused } from '../refused.ts'
import type { NotTaken, Results, SecuredResult } from './results.ts'
import { claimEnd, type BankFailure, type SettledOrder, type Settlement } from './settlement.ts'
import type { Caller } from '../agents/agent-stores.ts'
import type { DatabaseOf } from '../stores.ts'
import type { KeptDevice, KycException, OrderRecord, OrderSteps, StoredOutcome } from './kyc-stores.ts'
import type { Timer } from '../timer.ts'

export type Submission = {
  /**
   * Submits an order at most once. A repeated call returns the first result.
   * @throws Forbidden when the order is not the caller's
   * @throws Refused when the order has expired, or when a check before the claim fails and the order stays open
   */
  submit(caller: Caller, order: SubmittedOrder, origin: Origin): Promise<SubmissionResult>
}

type SubmittedOrder = {
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

type SubmissionOptions = {
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
    async submit(caller, submitted, origin) {
      const asking = results.away()
      const order = await database.orders.find(caller.agentId, submitted.orderId)
      if (!order) throw new Forbidden('not_yours')
      const first = await firstResult(order)
      if (first) return first

      const { capture, consent } = await check(caller, order, submitted)
      const away = await asking
      if (away) throw away
      const device = keptDevice(capture, validityOf(capture.device.mc), options.unitKey)
      const claim = await claimOrder(order, { capture, device, consent, caller, origin })
      if (!claim) return resultOfOther(order)

      const claimed = { ...order, transactionId: claim.transactionId }
      const steps: OrderSteps = {}
      const customer = await askBank(caller, order, steps)
      const verdict =
        'reason' in customer ? customer : await askAuthority(caller, claimed, customer.id, capture, steps)
      note(order, device, verdict)
      const secured = verdict.kind === 'verified' ? await results.secure(claimed, verdict) : undefined
      const settled = await settle(claim, { order: claimed, verdict, secured, customer, steps })
      return settled ? { ...resultOf(settled), exception: settled.exception } : resultOfOther(order)
    },
  }

  async function firstResult(order: OrderRecord): Promise<SubmissionResult | undefined> {
    if (order.status === 'SUBMITTING') return resultOfOther(order)
    if (order.status === 'KYC_SUCCESS' || order.status === 'KYC_FAILURE') return resultAgain(order)
    if (order.status === 'INIT' && order.expiresOn > now()) return undefined
    // The order is marked as expired, so that a clock that is set back does not open it again.
    await database.orders.expire(order, now())
    throw new Refused('order_expired', policy.orderLifeHours)
  }

  async function check(
    caller: Caller,
    order: OrderRecord,
    { biometricDeviceInfo, consent }: SubmittedOrder,
  ): Promise<{ capture: Capture; consent: KeptConsent | undefined }> {
    requireInOrder(caller, now(), policy)
    const capture = checkCapture(biometricDeviceInfo, {
      rules: options.captureRules,
      openedOn: order.createdOn,
      now: now(),
      policy,
      validityOf,
    })
    if (options.consentRequired && !consent) throw new Refused('consent_missing')
    if (!consent) return { capture, consent }
    checkConsent(consent, now(), policy)
    return {
      capture,
      consent: { ...consent, textHash: await options.publishedConsents.textHashOf(consent) },
    }
  }

  async function askBank(
    caller: Caller,
    { reference }: OrderRecord,
    steps: OrderSteps,
  ): Promise<Customer | BankFailure> {
    const fetched = outages.watch('bank', caller, () => bank.customerOf(reference))
    const customer = await fetched.catch((error: unknown): BankFailure => {
      if (!(error instanceof Unavailable)) throw error
      const kind = error instanceof UnusableAnswer ? 'bank-unusable' : 'bank-away'
      return { kind, reason: error.message }
    })
    steps.fetched = now().getTime()
    return customer
  }

  async function askAuthority(
    caller: Caller,
    { transactionId }: { transactionId: string },
    customer: CustomerId,
    capture: Capture,
    steps: OrderSteps,
  ): Promise<Verdict> {
    const request = { transactionId, customer, capture, deadlineMs: options.authorityTimeoutMs }
    steps.asked = now().getTime()
    const asking = outages.watch('authority', caller, () => authority.verify(request), isOutage)
    return asking.finally(() => (steps.answered = now().getTime()))
  }

  /** Notes the verdict for the counts of devices and for the rules against fraud. No submit waits for them. */
  function note(order: OrderRecord, device: KeptDevice, verdict: Verdict | BankFailure): void {
    options.deviceUse.count(device, order.agentId, verdict.kind)
    const end = claimEnd(verdict) === 'mismatched' ? 'mismatched' : verdict.kind
    options.fraudWatch.note(order, device.unit, end)
  }

  function settle(
    { leaseToken, failures }: OrderClaim,
    {
      order,
      verdict,
      secured,
      customer,
      steps,
    }: {
      order: OrderRecord
      verdict: Verdict | BankFailure
      secured: SecuredResult | NotTaken | undefined
      customer: Customer | BankFailure
      steps: OrderSteps
    },
  ): Promise<SettledOrder | undefined> {
    const holder = 'reason' in customer ? undefined : customer.holder
    const [result, notTaken] = secured && 'reason' in secured ? [undefined, secured] : [secured]
    const end = notTaken ? { ...verdict, ...notTaken } : verdict
    return throughDatabaseAway(timer, settleMs, () =>
      settlement.settle({ order, verdict: end, result, leaseToken, steps, holder, failures }),
    )
  }

  /** Waits for the result of another call that submits this order. */
  async function resultOfOther({ agentId, id }: OrderRecord): Promise<SubmissionResult> {
    const deadline = timer.uptimeMs() + leaseMs
    while (timer.uptimeMs() < deadline) {
      const order = await throughDatabaseAway(timer, leaseMs, () => database.orders.find(agentId, id))
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
