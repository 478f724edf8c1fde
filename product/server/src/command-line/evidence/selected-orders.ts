import { findOrderById, findOrderByTransaction, ordersOfReference } from '../../acts/kyc/find-orders.ts'
import {
  listWholeOfAgent,
  listWholeOfTime,
  readWhole,
  type WholeOrder,
} from '../../database/kyc/found-orders.ts'
import type { Runner } from '../../database/link/runner.ts'
import { firstIdAt } from '../../domain/new-id.ts'

/** A selection of orders: by reference, order id or transaction id, otherwise by period and perhaps by agent. */
export type Selection = {
  reference?: string | undefined
  order?: string | undefined
  transaction?: string | undefined
  agentId?: string | undefined
  period: { from: Date; before: Date }
}

const atOnce = 1_000

/** Yields the selected orders page by page. */
export async function* selectedOrders(db: Runner, selection: Selection): AsyncGenerator<WholeOrder[]> {
  const { reference, order, transaction, agentId, period } = selection
  if (reference !== undefined) {
    let beforeId: string | undefined
    do {
      const page = await ordersOfReference(db, reference, { beforeId, limit: atOnce })
      yield await readWhole(db, page.orders)
      beforeId = page.next
    } while (beforeId !== undefined)
    return
  }
  const one =
    order === undefined
      ? transaction === undefined
        ? undefined
        : await findOrderByTransaction(db, transaction)
      : await findOrderById(db, order)
  if (order !== undefined || transaction !== undefined) return yield await readWhole(db, one ? [one] : [])

  let afterId = firstIdAt(period.from)
  for (;;) {
    const of = { ...period, afterId, limit: atOnce }
    const page =
      agentId === undefined ? await listWholeOfTime(db, of) : await listWholeOfAgent(db, { ...of, agentId })
    yield page
    if (page.length < atOnce) return
    afterId = page.at(-1)?.id ?? afterId
  }
}
