import type { CustomerId } from '@ekyc/contract/bank'
import { failuresWithoutVerdict, verdicts } from '@ekyc/contract/refusals'
import type { BiometricDeviceInfo, Consent } from '@ekyc/contract/shapes'
import { kycTexts } from '@ekyc/contract/texts'

import type { Caller } from '../agents/agents.ts'
import { refuseStoppedOrDormant } from '../agents/dormancy-and-limits.ts'
import { Forbidden, Overloaded, Refused } from '../call-errors.ts'
import type { KycContext } from '../context.ts'
import { retryWhileDatabaseAway } from '../database-away.ts'
import { Unavailable, UnusableAnswer, type Capture, type Customer, type AuthorityVerdict } from '../ports.ts'
import type { CallOrigin } from '../sign-in/call-origin.ts'
import { checkCapture } from './capture-check.ts'
import { checkConsentTime, consentTextHash } from './consents.ts'
import { deviceToStore } from './device-use.ts'
import type { KycException, OrderRecord, OrderSteps } from './kyc-records.ts'
import { claimOrder, submitLeaseMs } from './order-claim.ts'
import { failureReasonOf } from './order-history.ts'
import { isAuthorityFailure } from './outages.ts'
import { pingVault, secureResult, writeRetryMs } from './secure-result.ts'
import { claimOutcomeOf, settleOrder, type BankFailure } from './settlement.ts'

type SubmittedOrder = {
  orderId: string
  biometricDeviceInfo: BiometricDeviceInfo
  consent: Consent | undefined
}

export type SubmissionResult = ReturnType<typeof resultOf> & { exception?: KycException | undefined }

const pollMs = 200

/**
 * Submits an order at most once. A repeated call returns the first result.
 * @throws Forbidden when the order is not the caller's
 * @throws Refused when the order has expired, or when a check before the claim fails and the order stays open
 */
export async function submitOrder(
  context: KycContext,
  caller: Caller,
  submitted: SubmittedOrder,
  origin: CallOrigin,
): Promise<SubmissionResult> {
  const { database, timer, deviceUse, fraudWatch, unitKey } = context
  const order = await database.orders.find(caller.agentId, submitted.orderId)
  if (!order) throw new Forbidden('not_yours')
  const first = await firstResult(context, order)
  if (first) return first

  const { capture, certificateEnds, consent } = await check(context, caller, order, submitted)
  await pingVault(context)
  const device = deviceToStore(capture, certificateEnds, unitKey)
  const claim = await claimOrder(context, order, { capture, device, consent, caller, origin })
  if (!claim) return resultOfOther(context, order)

  const claimed = { ...order, transactionId: claim.transactionId }
  const steps: OrderSteps = {}
  const customer = await askBank(context, caller, order, steps)
  const verdict =
    'reason' in customer
      ? customer
      : await askAuthority(context, caller, claimed, customer.id, capture, steps)
  // No submit waits for the counts of devices and the rules against fraud.
  deviceUse.count(device, order.agentId, verdict.kind)
  fraudWatch.note(order, device.unit, claimOutcomeOf(verdict))

  const secured = verdict.kind === 'verified' ? await secureResult(context, claimed, verdict) : { verdict }
  const holder = 'reason' in customer ? undefined : customer.holder
  const settled = await retryWhileDatabaseAway(timer, writeRetryMs, () =>
    settleOrder(context, { ...claim, ...secured, order: claimed, steps, holder }),
  )
  return settled ? { ...resultOf(settled), exception: settled.exception } : resultOfOther(context, order)
}

async function firstResult(context: KycContext, order: OrderRecord): Promise<SubmissionResult | undefined> {
  const { database, policy, now } = context
  if (order.status === 'SUBMITTING') return resultOfOther(context, order)
  if (order.status === 'KYC_SUCCESS' || order.status === 'KYC_FAILURE') return resultAgain(context, order)
  if (order.status === 'INIT' && order.expiresOn > now()) return undefined
  // The order is marked as expired, so that a clock that is set back does not open it again.
  await database.orders.expire(order, now())
  throw new Refused('order_expired', policy.orderLifeHours)
}

async function check(
  context: KycContext,
  caller: Caller,
  order: OrderRecord,
  { biometricDeviceInfo, consent }: SubmittedOrder,
) {
  const { captureRules: rules, consentRequired, policy, now } = context
  refuseStoppedOrDormant(caller, now(), policy)
  const checked = checkCapture(biometricDeviceInfo, { rules, openedOn: order.createdOn, now: now(), policy })
  if (consentRequired && !consent) throw new Refused('consent_missing')
  if (!consent) return { ...checked, consent }
  checkConsentTime(consent, now(), policy)
  return { ...checked, consent: { ...consent, textHash: await consentTextHash(context, consent) } }
}

async function askBank(
  { bank, outages, now }: KycContext,
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
  { authority, authorityTimeoutMs, outages, now }: KycContext,
  caller: Caller,
  { transactionId }: { transactionId: string },
  customer: CustomerId,
  capture: Capture,
  steps: OrderSteps,
): Promise<AuthorityVerdict> {
  const request = { transactionId, customer, capture, deadlineMs: authorityTimeoutMs }
  steps.asked = now().getTime()
  const asking = outages.watch('authority', caller, () => authority.verify(request), isAuthorityFailure)
  return asking.finally(() => (steps.answered = now().getTime()))
}

async function resultOfOther(context: KycContext, { agentId, id }: OrderRecord): Promise<SubmissionResult> {
  const { database, timer } = context
  const leaseMs = submitLeaseMs(context)
  const deadline = timer.uptimeMs() + leaseMs
  while (timer.uptimeMs() < deadline) {
    const order = await retryWhileDatabaseAway(timer, leaseMs, () => database.orders.find(agentId, id))
    if (order?.outcome) return resultAgain(context, order)
    await timer.wait(pollMs)
  }
  throw new Overloaded('submit_pending', 5)
}

async function resultAgain({ database }: KycContext, order: OrderRecord): Promise<SubmissionResult> {
  const result = resultOf(order)
  if (result.code !== verdicts.noMatch) return result
  return { ...result, exception: await database.exceptions.find(order.agentId, order.id) }
}

function resultOf(order: OrderRecord) {
  const { outcome, transactionId, message } = order
  if (!outcome) throw new Error('a result was asked of an order that has none')
  return {
    outcome,
    transactionId: transactionId ?? kycTexts.noTransactionId,
    message: message ?? failuresWithoutVerdict.authority_unusable,
    ...failureReasonOf(order),
  }
}
