import type { OrderVerdict } from '@ekyc/contract/console/order-verdicts'

import { pageOfFoundOrders } from '../../acts/kyc/find-orders.ts'
import { showOrder } from '../../acts/kyc/show-order.ts'
import { failureReasonOf } from '../../domain/kyc/order-history.ts'
import type { ConsoleContext, ConsoleHandlers } from '../handler-types.ts'
import { placeShapes, decodePlace, defaultPageSize, encodePlace } from '../paging.ts'

type ListedOrder = Awaited<ReturnType<typeof pageOfFoundOrders.run>>['orders'][number]

export function orderHandlers({ now }: ConsoleContext) {
  return {
    async listOrders({ after, limit = defaultPageSize, ...wanted }, { perform }) {
      const { orders, next, lookedUntil } = await perform(pageOfFoundOrders, {
        ...wanted,
        beforeId: decodePlace(placeShapes.orders, after)?.beforeId,
        limit,
      })
      return {
        rows: orders.map(order => listedOrder(order, now())),
        next: next && encodePlace({ beforeId: next }),
        lookedUntil,
      }
    },

    async getOrder({ id }, { perform }) {
      return wholeOrder(await perform(showOrder, { id }), now())
    },
  } satisfies Partial<ConsoleHandlers>
}

function wholeOrder(shown: Awaited<ReturnType<typeof showOrder.run>>, at: Date) {
  const { order, level, timeline, request, trace, sameReference } = shown
  const { device, authorityCode, transactionId } = order
  return {
    ...listedOrder(order, at),
    authority: failureReasonOf(order).authority ?? null,
    timeline,
    device: device && {
      model: device.mi,
      maker: device.dpId,
      service: device.rdsId,
      driver: device.rdsVer,
      level,
      unit: device.unit ?? null,
      certificateEndsOn: device.certificateEnds ?? null,
    },
    names: { order: order.id, transaction: transactionId, answer: authorityCode, request, trace },
    sameReference: {
      orders: sameReference.orders.map(one => listedOrder(one, at)),
      hasSucceeded: sameReference.succeeded,
      failuresToday: sameReference.failuresToday,
      failuresAllowed: sameReference.failuresAllowed,
    },
  }
}

function listedOrder(order: ListedOrder, at: Date) {
  return {
    ...order,
    verdict: verdictOf(order, at),
    code: failureReasonOf(order).code ?? ('' as const),
    agent: { id: order.agentId, name: order.agentName },
    model: order.device?.mi ?? null,
  }
}

function verdictOf({ status, outcome, expiresOn }: ListedOrder, at: Date): OrderVerdict {
  if (status === 'KYC_SUCCESS') return 'verified'
  if (status === 'KYC_FAILURE') return outcome === 'refused' ? 'refused' : 'no_answer'
  if (status === 'SUBMITTING') return 'submitting'
  return status === 'EXPIRED' || expiresOn <= at ? 'expired' : 'open'
}
