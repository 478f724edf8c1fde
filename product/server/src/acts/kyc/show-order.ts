import type { OrderStep } from '@ekyc/contract/console/order-verdicts'
import { Type } from 'typebox'

import { listDeliveries } from '../../database/kyc/evidence.ts'
import { listOrderTrail, type FoundOrder, type OrderTrailRow } from '../../database/kyc/order-search.ts'
import { createReferenceStore } from '../../database/kyc/references.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs, secondMs } from '../../domain/clocks.ts'
import { findRegisteredDevice } from '../../domain/kyc/capture-check.ts'
import { defineAct, actInput } from '../act.ts'
import { findOrderById, findOrdersOfReference } from './find-orders.ts'

const mostOfReference = 50

export const showOrder = defineAct({
  name: 'order.show',
  input: actInput({ id: Type.String({ format: 'uuid' }) }),
  async run({ db, at, row, policy, registry }, { id }) {
    row.subject = id
    const order = await findOrderById(db, id)
    if (!order) throw new CommandRefused('There is no order with this id.')
    const { agentId, createdOn, completedOn, reference, steps } = order
    row.agentId = agentId
    const ids = [steps?.event, steps?.told].flatMap(entry => entry ?? [])
    const deliveries = await listDeliveries(db, { agentIds: [agentId], ids })
    const to = new Date((completedOn ?? order.expiresOn).getTime() + dayMs)
    const trail = await listOrderTrail(db, { agentId, orderId: id, from: createdOn, to })
    const submitted = trail.findLast(one => one.action === 'order.submit')
    const page = await findOrdersOfReference(db, reference, { limit: mostOfReference })
    const { device, transactionId, authorityCode } = order
    return {
      order,
      device: device && {
        model: device.mi,
        maker: device.dpId,
        service: device.rdsId,
        driver: device.rdsVer,
        level: findRegisteredDevice(registry?.(), device)?.level ?? null,
        unit: device.unit ?? null,
        certificateEndsOn: device.certificateEnds ?? null,
      },
      timeline: timelineOf(order, trail, deliveries, at),
      names: {
        order: id,
        transaction: transactionId,
        answer: authorityCode,
        request: submitted?.requestId ?? null,
        trace: submitted?.traceId ?? null,
      },
      sameReference: {
        orders: page.orders.filter(one => one.id !== id),
        ...(await createReferenceStore(db).history(reference, at)),
        failuresAllowed: policy().failuresPerReference,
      },
    }
  },
})

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number]

type StepText = 'version' | 'language' | 'model' | 'driver' | 'server' | 'code' | 'failure'

type Step = { [name in StepText]?: string | null | undefined } & {
  step: OrderStep
  /** The time of the step, as a date or in ms since 1970, if it has happened. */
  at: Date | number | null | undefined
  /** The time in ms since 1970 from which the duration of the step counts. */
  since?: number | undefined
  row?: OrderTrailRow | undefined
  isGood?: boolean
  tries?: number
  nextTryOn?: Date | null
}

/**
 * Returns the steps of an order, from its check to the delivery of its result. The order has the times of most steps,
 * audit rows add their positions in the trail, and the outbox adds the state of the messages to the bank and the
 * holder.
 */
function timelineOf(order: FoundOrder, trail: OrderTrailRow[], deliveries: Delivery[], now: Date) {
  const { consent, device, completedOn, createdOn, expiresOn, status } = order
  const { captured, claimed, server, fetched, asked, answered } = order.steps ?? {}
  const rowOf = (action: string) => trail.find(row => row.action === action)
  const submitted = rowOf('order.submit')
  const verdict = { isGood: status === 'KYC_SUCCESS', code: order.errorCode ?? order.outcome }
  const isOver = status === 'EXPIRED' || (status === 'INIT' && expiresOn <= now)
  const steps: Step[] = [
    { step: 'checked', at: createdOn, row: rowOf('order.open') },
    {
      step: 'consented',
      at: consent && new Date(consent.givenOn),
      row: rowOf('consent.give'),
      version: consent?.version,
      language: consent?.language,
    },
    { step: 'captured', at: captured, model: device?.mi, driver: device?.rdsVer },
    { step: 'claimed', at: claimed ?? submitted?.happenedOn, row: submitted, server },
    // The server sets `fetched` when the bank has answered or failed. After a failure it does not ask the authority.
    { step: 'fetched', at: fetched, since: claimed, isGood: asked !== undefined },
    { step: 'asked', at: asked },
    { step: 'answered', at: answered, since: asked, ...verdict },
    { step: 'settled', at: completedOn, since: answered, row: rowOf('order.settle'), ...verdict },
    { step: 'expired', at: isOver ? expiresOn : null, isGood: false },
    ...deliveries.flatMap(delivery => stepsOfDelivery(delivery, now)),
  ]
  return inOrder(
    steps.flatMap(({ at: time, since, row, isGood = true, ...rest }) => {
      if (time === null || time === undefined) return []
      const at = new Date(time)
      const tookMs = since === undefined ? undefined : Math.max(0, at.getTime() - since)
      return [{ ...rest, at, isGood, tookMs, auditPosition: row?.position }]
    }),
  )
}

function stepsOfDelivery(delivery: Delivery, now: Date): Step[] {
  const { kind, attempts, lastError, createdOn, nextAttemptOn, deliveredOn, deadOn } = delivery
  const tries = { tries: attempts, failure: lastError }
  const about = kind === 'holder-sms' ? 'told' : 'event'
  // The outbox does not store the time of a try, only the number of tries and the time of the next one.
  const triedOn = !deliveredOn && !deadOn && attempts > 0 ? now : null
  return [
    { step: `${about}_written`, at: createdOn },
    { step: `${about}_delivered`, at: deliveredOn, since: createdOn.getTime(), ...tries },
    { step: `${about}_given_up`, at: deliveredOn ? null : deadOn, isGood: false, ...tries },
    { step: `${about}_tried`, at: triedOn, isGood: false, ...tries, nextTryOn: nextAttemptOn },
  ]
}

/**
 * Sorts steps, given in the order in which they happen, by their times. Two steps that lie within a second keep their
 * order: the times of consent and capture come from the agent's computer, whose clock is known to a second only.
 */
function inOrder<TimedStep extends { at: Date }>(steps: TimedStep[]): TimedStep[] {
  const sorted: TimedStep[] = []
  for (const step of steps) {
    const before = sorted.findLastIndex(({ at }) => at.getTime() - step.at.getTime() < secondMs)
    sorted.splice(before + 1, 0, step)
  }
  return sorted
}
