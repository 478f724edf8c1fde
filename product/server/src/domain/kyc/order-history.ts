import { indiaDate, startOfIndiaMonth } from '@ekyc/contract/india-time'
import { ordersFoundAtOnce, ordersPerPage } from '@ekyc/contract/limits'
import { isCodeWithoutVerdict, verdictCode } from '@ekyc/contract/refusals'
import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { Timeframe } from '@ekyc/contract/words'

import type { Caller } from '../agents/agents.ts'
import { dayMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { Forbidden } from '../call-errors.ts'
import type { Stores } from '../stores.ts'
import type { OrderRecord } from './kyc-records.ts'

type Filter = Omit<Parameters<Stores['orders']['page']>[0], 'agentId' | 'offset' | 'limit'>

/** A page beyond the last is empty. */
export async function pageOfOrders(
  { database }: Context,
  { agentId }: Caller,
  { pageNo, ...filter }: Filter & { pageNo: number },
) {
  const { orders, total } = await database.orders.page({
    agentId,
    ...filter,
    offset: (pageNo - 1) * ordersPerPage,
    limit: ordersPerPage,
  })
  const totalPages = Math.ceil(total / ordersPerPage)
  return { orders, totalItems: total, totalPages, currentPage: pageNo }
}

/**
 * Finds orders by their complete reference, order id or transaction id. An empty text finds every order.
 * @param query.after the `after` of the previous answer; the last answer has none
 */
export async function findOrders(
  { database }: Context,
  { agentId }: Caller,
  { after, ...query }: Filter & { text: string; after: string | undefined },
) {
  const last = after === undefined ? undefined : await database.orders.find(agentId, after)
  if (after !== undefined && !last) throw new Forbidden('not_yours')
  const limit = ordersFoundAtOnce + 1
  const found = await database.orders.search({ agentId, ...query, after: last, limit })
  const orders = found.slice(0, ordersFoundAtOnce)
  return { orders, after: found.length === limit ? orders.at(-1)?.id : undefined }
}

/** @throws Forbidden when the order does not belong to the caller */
export async function detailsOfOrder({ database }: Context, { agentId }: Caller, orderId: string) {
  const order = await database.orders.find(agentId, orderId)
  if (!order) throw new Forbidden('not_yours')
  const exception =
    order.status === 'KYC_SUCCESS' ? undefined : await database.exceptions.find(agentId, order.id)
  return { ...order, exception }
}

export async function monthlyStatistics(
  { database, now }: Context,
  { agentId }: Caller,
  timeframe: Timeframe,
): Promise<MonthStatistics[]> {
  const at = now()
  // Days after today are left out. They can have counts only because a clock was set back.
  const beforeDay = indiaDate(new Date(at.getTime() + dayMs))
  const months = await database.dailyCounts.byMonth({ agentId, fromDay: firstDay[timeframe](at), beforeDay })
  return months.map(({ month, kycSuccess, kycFailure, login }) => ({
    aggregateOn: month,
    data: { KYC_SUCCESS: kycSuccess, KYC_FAILURE: kycFailure, LOGIN: login },
  }))
}

/** An order without a verdict has no reason yet. */
export function failureReasonOf({
  outcome,
  errorSource,
  errorCode,
  action,
}: Pick<OrderRecord, 'outcome' | 'errorSource' | 'errorCode' | 'action'>) {
  if (outcome === null || outcome === 'verified') return { code: undefined, authority: undefined }
  if (errorSource !== null && errorCode !== null)
    return {
      code: verdictCode(errorSource, errorCode),
      authority: { source: errorSource, code: errorCode, action: action ?? '' },
    }
  return { code: isCodeWithoutVerdict(errorCode) ? errorCode : undefined, authority: undefined }
}

/** 3M is the current India month and the two months before (decisions.md section 2). */
const firstDay: Record<Timeframe, (now: Date) => string> = {
  Today: indiaDate,
  '1W': now => indiaDate(new Date(now.getTime() - 6 * dayMs)),
  '1M': now => indiaDate(startOfIndiaMonth(now)),
  '3M': now => indiaDate(startOfIndiaMonth(now, -2)),
  '6M': now => indiaDate(startOfIndiaMonth(now, -5)),
  '12M': now => indiaDate(startOfIndiaMonth(now, -11)),
}
