import type { SubmissionResult } from '../../src/domain/kyc/submission.ts'
import type { ResultsMode } from '../../src/domain/kyc/secure-result.ts'
import { clockSkewMs, hourMs } from '../../src/domain/clocks.ts'
import { defaultPolicy } from '../../src/domain/policy.ts'
import type { OrderRecord } from '../../src/domain/kyc/kyc-records.ts'
import type { MemoryOrder, Tables } from './memory-stores.ts'
import { hasPhone, type Outside } from './outside.ts'

/** The tables and the outside systems of a simulated run after all its calls have ended. */
export type Seen = {
  tables: Tables
  outside: Outside
  results: { orderId: string; result: SubmissionResult }[]
  resultsMode: ResultsMode
  /** True if the clocks of two servers may have differed by more than the rules allow. */
  clocksWereApart: boolean
  /** The number of different dates in India that the servers' clocks can have shown, with the allowed skew. */
  days: number
  /** The length of a lease, in ms. `claimedAt` has each order's time of claim, in ms since the start of the world. */
  leaseMs: number
  claimedAt: Map<string, number>
}

/** The table of orders. It records the time of each claim, and every change of status that no rule allows. */
export class WatchedOrders extends Map<string, MemoryOrder> {
  readonly claimedAt = new Map<string, number>()
  readonly problems: string[] = []
  readonly #now: () => number

  constructor(now: () => number) {
    super()
    this.#now = now
  }

  override set(key: string, order: MemoryOrder): this {
    const before = this.get(key)?.status
    if (!(allowed[before ?? 'none'] ?? []).includes(order.status))
      this.problems.push(`${order.id} went from ${before} to ${order.status}`)
    if (before === 'INIT' && order.status === 'SUBMITTING') this.claimedAt.set(order.id, this.#now())
    return super.set(key, order)
  }
}

const allowed: Record<string, OrderRecord['status'][]> = {
  none: ['INIT'],
  INIT: ['SUBMITTING', 'EXPIRED'],
  // SUBMITTING may follow itself, because the sweep renews the lease of a claim that it takes over.
  SUBMITTING: ['SUBMITTING', 'KYC_SUCCESS', 'KYC_FAILURE'],
}

/** Returns a sentence for each promise of the domain rules that the simulated run has broken. */
export function brokenPromises(seen: Seen): string[] {
  return [
    ...askedOnce(seen),
    ...oneSuccessEach(seen),
    ...verdictsKept(seen),
    ...allEnded(seen),
    ...answersOfTheirOwn(seen),
    ...resultsPut(seen),
    ...holdersTold(seen),
    ...countedAndRecorded(seen),
  ]
}

function askedOnce({ tables, outside }: Seen): string[] {
  const byTransaction = ordersByTransaction(tables)
  const strays = outside.asked.filter(({ transactionId }) => !byTransaction.has(transactionId))
  return [
    ...strays.map(
      ({ customer }) => `the authority was asked about ${customer} for an order that another call claimed`,
    ),
    ...doubled(outside.asked.map(({ transactionId }) => transactionId)).map(
      id => `the authority was asked twice for ${id}`,
    ),
    ...doubled(outside.asked.map(({ capture }) => capture)).map(
      () => 'a capture was sent to the authority twice',
    ),
  ]
}

function oneSuccessEach({ tables }: Seen): string[] {
  const succeeded = finalOrders(tables).filter(({ status }) => status === 'KYC_SUCCESS')
  return [
    ...doubled(succeeded.map(({ reference }) => reference)).map(name => `${name} has two successes`),
    ...succeeded
      .filter(({ reference }) => !tables.references.get(reference)?.succeededOn)
      .map(({ reference }) => `${reference} succeeded, and its record does not know it`),
  ]
}

/** Checks that each order has the outcome of the authority's answer, or an error code that explains the difference. */
function verdictsKept(seen: Seen): string[] {
  const { tables, outside, leaseMs, claimedAt } = seen
  const answers = new Map(outside.asked.map(one => [one.transactionId, one]))
  return finalOrders(tables).flatMap(order => {
    const question = answers.get(order.transactionId ?? '')
    const answered = question?.answer
    const [outcome, code] = [answered?.verdict.kind, order.errorCode]
    if (code === 'customer_not_fetched') return question ? [`${order.id} asked without a customer`] : []
    if (code === 'result_not_taken')
      return outcome === 'verified' ? [] : [`${order.id} has no result, and its answer was ${outcome}`]
    if (code !== 'submission_interrupted')
      return outcome === order.outcome
        ? []
        : [`${order.id} is ${order.outcome}, and its answer was ${outcome}`]
    const claimed = claimedAt.get(order.id) ?? 0
    const leaseEnd = claimed + leaseMs
    if (!answered || !question.machine.isAlive()) return []
    const hadTime = answered.at < leaseEnd - 5_000 && question.machine.lastFault() < claimed
    const lostHold = outcome === 'verified' && seen.clocksWereApart
    return hadTime && !lostHold ? [`${order.id} lost its answer ${outcome}`] : []
  })
}

function allEnded({ tables }: Seen): string[] {
  const running = Array.from(tables.orders.values()).filter(({ status }) => status === 'SUBMITTING')
  const claimedReferences = Array.from(tables.references).filter(([, { claimedBy }]) => claimedBy !== null)
  return [
    ...running.map(({ id }) => `${id} is claimed without an end`),
    ...claimedReferences.map(([name]) => `${name} is held without an end`),
  ]
}

/** Checks that each submit returns its order's outcome, and each authority request is about its order's customer. */
function answersOfTheirOwn({ tables, results, outside }: Seen): string[] {
  const orders = new Map(Array.from(tables.orders.values(), order => [order.id, order]))
  const byTransaction = ordersByTransaction(tables)
  return [
    ...results.flatMap(({ orderId, result }) => {
      const order = orders.get(orderId)
      const isSame =
        order?.outcome === result.outcome &&
        order.transactionId === result.transactionId &&
        order.message === result.message
      return isSame
        ? []
        : [`a submit of ${orderId} was told ${result.outcome}, the order has ${order?.outcome}`]
    }),
    ...outside.asked
      .filter(({ transactionId, customer }) => {
        const order = byTransaction.get(transactionId)
        return order !== undefined && order.reference !== customer
      })
      .map(({ transactionId }) => `${transactionId} asked about the customer of another order`),
  ]
}

/**
 * Checks that the bank receives the result of each successful order with the order's own data and under one message id.
 * In the outbox, each success has one message, or none in pass-through mode.
 */
function resultsPut({ tables, outside, resultsMode }: Seen): string[] {
  type Body = {
    type: string
    orderId: string
    reference: string
    transactionId: string
    eKyc: { uidToken: string; name: string }
  }
  const events = Array.from(outside.received.values(), ([body = '{}']) => JSON.parse(body) as Body)
  const received = events.filter(({ type }) => type === 'kyc.result')
  const put = Array.from(tables.messages.values()).filter(({ kind }) => kind === 'kyc-result')
  const succeeded = finalOrders(tables).filter(({ status }) => status === 'KYC_SUCCESS')
  // Messages about exceptions have the same kind as results.
  const expected = (resultsMode === 'pass-through' ? 0 : succeeded.length) + tables.exceptions.size
  const resultOf = new Map(received.map(body => [body.orderId, body]))
  return [
    ...(put.length === expected
      ? []
      : [`${expected} messages expected, and ${put.length} results in the outbox`]),
    ...doubled(received.map(({ orderId }) => orderId)).map(id => `the result of ${id} left under two ids`),
    ...Array.from(outside.received)
      .filter(([, bodies]) => new Set(bodies).size > 1)
      .map(([id]) => `the repeated result ${id} has changed`),
    ...succeeded.flatMap(({ id, reference, transactionId }) => {
      const body = resultOf.get(id)
      const isOwn =
        body?.reference === reference &&
        body.transactionId === transactionId &&
        body.eKyc.uidToken === transactionId &&
        body.eKyc.name === reference
      return isOwn ? [] : [`the bank has not received the result of ${id} as it is`]
    }),
  ]
}

/**
 * Checks that the holder is told once about each order that may have reached the authority. The server sends an SMS if
 * it knew the phone; otherwise the bank tells the holder. The bank needs no extra message about a success, because it
 * gets the result. Nobody is told about any other order.
 */
function holdersTold({ tables, outside, clocksWereApart }: Seen): string[] {
  const ways = Array.from(tables.messages.values()).filter(
    ({ kind }) => kind === 'holder-sms' || kind === 'kyc-failed',
  )
  const final = finalOrders(tables)
  const kindOf = new Map(ways.map(({ id, kind }) => [id, kind]))
  const told = new Set(final.map(order => order.told))
  const isReceived = (id: string) => outside.texts.has(id) || outside.received.has(id)
  return [
    ...doubled(final.flatMap(order => order.told ?? [])).map(id => `${id} tells of two orders`),
    ...ways.filter(({ id }) => !told.has(id)).map(({ id }) => `${id} tells of no order with a verdict`),
    // A server whose clock is a day ahead gives up an SMS as expired.
    ...ways
      .filter(({ id, state }) => !isReceived(id) && !(clocksWereApart && state === 'dead'))
      .map(({ id, kind }) => `${kind} ${id} was received by nobody`),
    ...Array.from(outside.texts.keys())
      .filter(id => kindOf.get(id) !== 'holder-sms')
      .map(id => `the SMS ${id} was never written`),
    ...final.flatMap(({ id, status, errorCode, reference, completedOn, told: message = '' }) => {
      const isBySms = hasPhone(reference) && errorCode !== 'submission_interrupted'
      const byBank = status === 'KYC_FAILURE' ? 'kyc-failed' : undefined
      const way = errorCode === 'customer_not_fetched' ? undefined : isBySms ? 'holder-sms' : byBank
      const is = kindOf.get(message)
      // A customer gets one SMS for a reference and code within an hour.
      const isRepeated =
        is === undefined &&
        way === 'holder-sms' &&
        final.some(
          other =>
            other.reference === reference &&
            other.errorCode === errorCode &&
            kindOf.get(other.told ?? '') === 'holder-sms' &&
            Math.abs(Number(other.completedOn) - Number(completedOn)) <= hourMs + clockSkewMs,
        )
      return is === way || isRepeated ? [] : [`${id} is told by ${is}, not by ${way}`]
    }),
  ]
}

function countedAndRecorded({ tables, clocksWereApart, days }: Seen): string[] {
  const final = finalOrders(tables)
  const counted = Array.from(tables.counts.values()).reduce((sum, count) => sum + count, 0)
  const recorded = (action: string) =>
    Array.from(tables.audit.values()).filter(event => event.action === action).length
  const claimed = Array.from(tables.orders.values()).filter(({ transactionId }) => transactionId !== null)
  const figures: [what: string, is: number, shouldBe: number][] = [
    ['orders in the counters', counted, final.length],
    ['audit rows of verdicts', recorded('order.settle'), final.length],
    ['audit rows of claims', recorded('order.submit'), claimed.length],
    ['audit rows of openings', recorded('order.open'), tables.orders.size],
  ]
  const mismatched = Array.from(tables.references.keys()).map(
    name => final.filter(({ reference, errorCode }) => reference === name && errorCode === '300').length,
  )
  return [
    ...figures
      .filter(([, is, shouldBe]) => is !== shouldBe)
      .map(([what, is, shouldBe]) => `${is} ${what}, not ${shouldBe}`),
    ...(clocksWereApart || Math.max(0, ...mismatched) <= days * defaultPolicy.failuresPerReference
      ? []
      : ['a reference was compared too often']),
  ]
}

function ordersByTransaction({ orders }: Tables): Map<string, MemoryOrder> {
  return new Map(Array.from(orders.values(), order => [order.transactionId ?? '', order]))
}

function finalOrders({ orders }: Tables): MemoryOrder[] {
  return Array.from(orders.values()).filter(
    ({ status }) => status === 'KYC_SUCCESS' || status === 'KYC_FAILURE',
  )
}

function doubled(names: string[]): string[] {
  return names.filter((name, place) => names.indexOf(name) !== place)
}
