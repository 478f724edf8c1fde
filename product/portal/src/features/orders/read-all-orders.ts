import type { Order, RequestOf } from '@ekyc/contract/shapes'

import { call } from '../../api/api-client.ts'

/** Reads all orders that match the filter, page by page, the newest order first. */
export async function* readAllOrders(
  filter: Omit<RequestOf<'findOrders'>, 'after'>,
  signal: AbortSignal,
): AsyncGenerator<Order[]> {
  let after: string | null = null
  do {
    const answer: { orders: Order[]; after: string | null } = await call(
      'findOrders',
      { ...filter, after },
      { signal },
    )
    yield answer.orders
    after = answer.after
  } while (after !== null)
}
