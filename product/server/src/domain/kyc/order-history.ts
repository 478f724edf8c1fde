import { ordersFoundAtOnce, ordersPerPage } from '@ekyc/contract/limits'

import { Forbidden } from '../refused.ts'
import type { Caller } from '../agents/agent-stores.ts'
import type { Context } from '../context.ts'
import type { FinishedOrder, KycException, OrderDetails, OrderQuery } from './kyc-stores.ts'

export type OrderPage = {
  orders: FinishedOrder[]
  totalPages: number
  totalItems: number
  currentPage: number
}

type Filter = Omit<OrderQuery, 'agentId'>

/** Reads one page of the caller's finished orders, newest first. A page beyond the last is empty. */
export async function pageOfOrders(
  { database, now }: Context,
  { agentId }: Pick<Caller, 'agentId'>,
  { pageNo, ...filter }: Filter & { pageNo: number },
): Promise<OrderPage> {
  const { orders, total } = await database.pipelined(stores =>
    stores.orders.page({
      agentId,
      ...filter,
      at: now(),
      offset: (pageNo - 1) * ordersPerPage,
      limit: ordersPerPage,
    }),
  )
  const totalPages = Math.ceil(total / ordersPerPage)
  return { orders, totalItems: total, totalPages, currentPage: pageNo }
}

/**
 * Finds the caller's finished orders by their complete reference, order id or transaction id. An empty text finds
 * every order.
 * @param query.after the `after` of the previous answer; the last answer has none
 */
export async function findOrders(
  { database }: Context,
  { agentId }: Caller,
  { after, ...query }: Filter & { text: string; after: string | undefined },
): Promise<{ orders: FinishedOrder[]; after: string | undefined }> {
  const last = after === undefined ? undefined : await database.orders.find(agentId, after)
  if (after !== undefined && !last) throw new Forbidden('not_yours')
  const limit = ordersFoundAtOnce + 1
  const found = await database.orders.search({ agentId, ...query, after: last, limit })
  const orders = found.slice(0, ordersFoundAtOnce)
  return { orders, after: found.length === limit ? orders.at(-1)?.id : undefined }
}

/** @throws Forbidden when the order does not belong to the caller */
export async function detailsOfOrder(
  { database }: Context,
  { agentId }: Caller,
  orderId: string,
): Promise<OrderDetails & { exception: KycException | undefined }> {
  const order = await database.orders.details(agentId, orderId)
  if (!order) throw new Forbidden('not_yours')
  const exception =
    order.status === 'KYC_SUCCESS' ? undefined : await database.exceptions.find(agentId, order.id)
  return { ...order, exception }
}
