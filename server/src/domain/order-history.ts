import { ordersPerPage } from '@ekyc/contract/limits'

import type { Caller, Database, FinishedOrder } from './stores.ts'

export type OrderPage = {
  orders: FinishedOrder[]
  totalPages: number
  totalItems: number
  currentPage: number
}

export type OrderHistory = {
  /**
   * Reads one page of the caller's finished orders, newest first. A page beyond the last is empty.
   * @param query.from inclusive, by the order's creation; query.before exclusive
   */
  page(
    caller: Caller,
    query: { pageNo: number; from: Date | undefined; before: Date | undefined },
  ): Promise<OrderPage>
}

export function createOrderHistory(database: Database): OrderHistory {
  return {
    async page(caller, { pageNo, from, before }) {
      const query = { agentId: caller.agentId, from, before }
      const [orders, totalItems] = await database.pipelined(stores =>
        Promise.all([
          stores.orders.page({ ...query, offset: (pageNo - 1) * ordersPerPage, limit: ordersPerPage }),
          stores.orders.count(query),
        ]),
      )
      return { orders, totalItems, totalPages: Math.ceil(totalItems / ordersPerPage), currentPage: pageNo }
    },
  }
}
