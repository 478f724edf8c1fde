import { startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs } from '../../domain/durations.ts'
import type { Period } from '../../domain/kyc/kyc-stores.ts'
import { ordersOfDay, sumOfDays, type Counted } from './finished-total.ts'
import { bigint, day, integer, neverNull, nullable, uuid } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { owned, owner, statement } from '../link/sql.ts'
import { wholeDays } from '../schema/whole-days.ts'

type Page = Period & { offset: number }

/**
 * Finds the days whose orders a page shows, so that the list reads only the months of these days. The daily counters,
 * which the transaction of a verdict increments, give the days. If a bound of the period lies within a day, the result
 * is the whole period, because the counters have whole days only.
 * @returns no place for a page without orders, and no total if a bound of the period lies within a day
 */
export async function placeOfPage(
  db: Runner,
  { agentId, status, limit, ...page }: Page & Counted & { limit: number },
): Promise<{ place?: Page; total?: number }> {
  const { fromDay, beforeDay, hasEnds } = wholeDays(page)
  if (hasEnds) return { place: page }
  const { offset } = page
  const { oldest, newest, skipped, total } = await findDays.one(db, {
    agentId,
    status,
    fromDay,
    beforeDay,
    offset,
    limit,
  })
  const [from, last] = [oldest, newest].map(one => (one === null ? undefined : startOfIndiaDay(one)))
  if (!from || !last || skipped === null) return { total }
  return { place: { from, before: new Date(last.getTime() + dayMs), offset: offset - skipped }, total }
}

/**
 * Finds the oldest and the newest day of a page. `limit` days are enough, because a page has at most `limit` orders,
 * and at least one order of each day. The same statement returns the total, which is cheaper than a second statement.
 */
const findDays = statement('orders.findDaysOfPage', {
  ...owned,
  oldest: nullable(day),
  newest: nullable(day),
  skipped: nullable(integer),
  total: neverNull(integer),
})`
  select ${owner}, min(day) as oldest, max(day) as newest, min(newer)::integer as skipped, ${sumOfDays}::integer as total from (
    select day, newer from (
      select day, orders, sum(orders) over (order by day desc rows unbounded preceding) - orders as newer from (
        select day, ${ordersOfDay} as orders from daily_counts
        where agent_id = ${uuid('agentId')} and day >= ${day('fromDay')} and day < ${day('beforeDay')}) as days
      where orders > 0) as counted
    where newer + orders > ${bigint('offset')} order by day desc limit ${bigint('limit')}) as of_page
  where newer < ${bigint('offset')} + ${bigint('limit')}`
