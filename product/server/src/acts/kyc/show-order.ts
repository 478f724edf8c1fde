import { Type } from 'typebox'

import {
  findEvent,
  findWhole,
  listTrail,
  type FoundOrder,
  type WholeOrder,
} from '../../database/kyc/found-orders.ts'
import { referencesIn } from '../../database/kyc/references.ts'
import type { RegisteredDevice } from '../../domain/kyc/capture-check.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { dayMs } from '../../domain/durations.ts'
import { monthOf } from '../../domain/months.ts'
import { momentOfId } from '../../domain/new-id.ts'
import { act, inputOf } from '../act.ts'
import { ordersOfReference } from './find-orders.ts'
import { timelineOf } from './order-timeline.ts'

const mostOfReference = 50

export const showOrder = act({
  name: 'order.show',
  input: inputOf({ id: Type.String({ format: 'uuid' }) }),
  async run({ db, at, row, policy, registry }, { id }) {
    row.subject = id
    const madeOn = momentOfId(id)
    const order = madeOn && (await findWhole.first(db, { id, ...monthOf(madeOn) }))
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
        orders: page.orders.filter((one: FoundOrder) => one.id !== id),
        ...(await referencesIn(db).history(reference, at)),
        failuresAllowed: policy().failuresPerReference,
      },
    }
  },
})

function levelOf({ device }: WholeOrder, registry: readonly RegisteredDevice[] | undefined) {
  if (!device) return null
  const listed = registry?.find(
    ({ dpId, rdsId, mi }) => dpId === device.dpId && rdsId === device.rdsId && mi === device.mi,
  )
  return listed?.level ?? null
}
