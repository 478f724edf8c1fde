import type { OrderStep } from '@ekyc/contract/console/order-verdicts'
import { Type } from 'typebox'

import { findEvent, listTrail, type FoundOrder, type TrailRow } from '../../database/kyc/order-search.ts'
import { referencesIn } from '../../database/kyc/references.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs, secondMs } from '../../domain/clocks.ts'
import type { RegisteredDevice } from '../../domain/kyc/capture-check.ts'
import { act, inputOf } from '../act.ts'
import { findOrderById, ordersOfReference } from './find-orders.ts'

const mostOfReference = 50

export const showOrder = act({
  name: 'order.show',
  input: inputOf({ id: Type.String({ format: 'uuid' }) }),
  async run({ db, at, row, policy, registry }, { id }) {
    row.subject = id
    const order = await findOrderById(db, id)
    if (!order) throw new CommandRefused('There is no order with this id.')
    const { agentId, createdOn, completedOn, reference, steps } = order
    row.agentId = agentId
    const events = Promise.all(
      [steps?.event, steps?.told].map(async event =>
        event === undefined ? [] : findEvent(db, { agentId, id: event }),
      ),
    )
    const to = new Date((completedOn ?? order.expiresOn).getTime() + dayMs)
    const trail = await listTrail(db, { agentId, orderId: id, from: createdOn, to })
    const submitted = trail.findLast(one => one.action === 'order.submit')
    const page = await ordersOfReference(db, reference, { limit: mostOfReference })
    return {
      order,
      level: levelOf(order, registry?.()),
      timeline: timelineOf(order, trail, (await events).flat(), at),
      request: submitted?.requestId ?? null,
      trace: submitted?.traceId ?? null,
      sameReference: {
        orders: page.orders.filter(one => one.id !== id),
        ...(await referencesIn(db).history(reference, at)),
        failuresAllowed: policy().failuresPerReference,
      },
    }
  },
})

function levelOf({ device }: FoundOrder, registry: readonly RegisteredDevice[] | undefined) {
  if (!device) return null
  const listed = registry?.find(
    ({ dpId, rdsId, mi }) => dpId === device.dpId && rdsId === device.rdsId && mi === device.mi,
  )
  return listed?.level ?? null
}

type OrderEvent = Awaited<ReturnType<typeof findEvent>>[number]

type TimelineStep = {
  step: OrderStep
  at: Date
  isGood: boolean
  tookMs?: number | undefined
  auditPosition?: number | undefined
} & Facts

type Facts = Partial<{
  version: string
  language: string
  model: string
  driver: string
  server: string
  code: string
  tries: number
  failure: string
  nextTryOn: Date
}>

/**
 * Returns the steps of an order, from its check to the delivery of its result. The order has the times of most steps,
 * audit rows add their positions in the trail, and the outbox adds the state of the messages to the bank and the
 * holder.
 */
function timelineOf(order: FoundOrder, trail: TrailRow[], events: OrderEvent[], at: Date): TimelineStep[] {
  const { consent, device, completedOn, createdOn, expiresOn, status } = order
  const { captured, claimed, server, fetched, asked, answered } = order.steps ?? {}
  const rowOf = (action: string) => trail.find(row => row.action === action)
  const submitted = rowOf('order.submit')
  const claimedOn = claimed === undefined ? submitted?.happenedOn : new Date(claimed)
  const isVerified = status === 'KYC_SUCCESS'
  const code = order.errorCode ?? order.outcome ?? undefined
  const steps: TimelineStep[] = []

  add('checked', createdOn, { row: rowOf('order.open') })
  if (consent) {
    const { version, language, givenOn } = consent
    add('consented', new Date(givenOn), { row: rowOf('consent.give'), facts: { version, language } })
  }
  if (captured !== undefined)
    add('captured', new Date(captured), { facts: device ? { model: device.mi, driver: device.rdsVer } : {} })
  if (claimedOn) add('claimed', claimedOn, { row: submitted, facts: server === undefined ? {} : { server } })
  // The server sets `fetched` when the bank has answered or failed. After a failure it does not ask the authority.
  if (fetched !== undefined)
    add('fetched', new Date(fetched), { since: claimed, isGood: asked !== undefined })
  if (asked !== undefined) add('asked', new Date(asked))
  if (answered !== undefined)
    add('answered', new Date(answered), {
      since: asked,
      isGood: isVerified,
      facts: code === undefined ? {} : { code },
    })
  if (completedOn)
    add('settled', completedOn, {
      since: answered,
      row: rowOf('order.settle'),
      isGood: isVerified,
      facts: code === undefined ? {} : { code },
    })
  const isOver = status === 'EXPIRED' || (status === 'INIT' && expiresOn <= at)
  if (isOver) add('expired', expiresOn, { isGood: false })
  for (const event of events) addEvent(event)
  return inOrder(steps)

  function addEvent({
    kind,
    attempts,
    lastError,
    nextAttemptOn,
    deliveredOn,
    deadOn,
    ...written
  }: OrderEvent): void {
    const tries = { tries: attempts, ...(lastError !== null && { failure: lastError }) }
    const about = kind === 'holder-sms' ? 'told' : 'event'
    add(`${about}_written`, written.createdOn)
    if (deliveredOn)
      add(`${about}_delivered`, deliveredOn, { since: written.createdOn.getTime(), facts: tries })
    else if (deadOn) add(`${about}_given_up`, deadOn, { isGood: false, facts: tries })
    else if (attempts > 0)
      // The outbox does not store the time of a try, only the number of tries and the time of the next one.
      add(`${about}_tried`, at, {
        isGood: false,
        facts: { ...tries, ...(nextAttemptOn && { nextTryOn: nextAttemptOn }) },
      })
  }

  function add(
    step: OrderStep,
    on: Date,
    {
      since,
      row,
      isGood = true,
      facts = {},
    }: { since?: number | undefined; row?: TrailRow | undefined; isGood?: boolean; facts?: Facts } = {},
  ): void {
    steps.push({
      step,
      at: on,
      isGood,
      tookMs: since === undefined ? undefined : Math.max(0, on.getTime() - since),
      auditPosition: row?.position ?? undefined,
      ...facts,
    })
  }
}

/**
 * Sorts steps, given in the order in which they happen, by their times. Two steps that lie within a second keep their
 * order: the times of consent and capture come from the agent's computer, whose clock is known to a second only.
 */
function inOrder(steps: TimelineStep[]): TimelineStep[] {
  const sorted: TimelineStep[] = []
  for (const step of steps) {
    const before = sorted.findLastIndex(({ at }) => at.getTime() - step.at.getTime() < secondMs)
    sorted.splice(before + 1, 0, step)
  }
  return sorted
}
