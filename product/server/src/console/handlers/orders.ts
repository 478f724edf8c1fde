import type { OrderVerdict } from '@ekyc/contract/console/order-verdicts'

import { pageOfFoundOrders } from '../../acts/kyc/find-orders.ts'
import { showOrder } from '../../acts/kyc/show-order.ts'
import { failureReasonOf } from '../../domain/kyc/order-history.ts'
import type { ConsoleContext, ConsoleHandlers } from '../handler-types.ts'
import { placeShapes, decodePlace, defaultPageSize, encodePlace, withAgent } from '../paging.ts'

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
      const at = now()
      const { order, sameReference, ...shown } = await perform(showOrder, { id })
      return {
        ...listedOrder(order, at),
        ...shown,
        authority: failureReasonOf(order).authority ?? null,
        sameReference: {
          ...sameReference,
          orders: sameReference.orders.map(one => listedOrder(one, at)),
        },
      }
    },
  } satisfies Partial<ConsoleHandlers>
}

function listedOrder(order: ListedOrder, at: Date) {
  return {
    ...withAgent(order),
    verdict: verdictOf(order, at),
    code: failureReasonOf(order).code ?? ('' as const),
    model: order.device?.mi ?? null,
  }
}

function verdictOf({ status, outcome, expiresOn }: ListedOrder, at: Date): OrderVerdict {
  if (status === 'KYC_SUCCESS') return 'verified'
  if (status === 'KYC_FAILURE') return outcome === 'refused' ? 'refused' : 'no_answer'
  if (status === 'SUBMITTING') return 'submitting'
  return status === 'EXPIRED' || expiresOn <= at ? 'expired' : 'open'
}
