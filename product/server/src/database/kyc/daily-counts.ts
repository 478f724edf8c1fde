import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'
import { finalStatuses, type FinalStatus } from '@ekyc/contract/words'

import type { Period } from '../../domain/calendar.ts'
import { owner, ownerColumn, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createDailyCountStore(db: SqlRunner) {
  return {
    async add(agentId: string, onDay: string, event: 'kycSuccess' | 'kycFailure' | 'login') {
      await addCounts(db, { agentId, day: onDay, kycSuccess: 0, kycFailure: 0, login: 0, [event]: 1 })
    },

    byMonth: (days: Parameters<typeof sumByMonth>[1]) => sumByMonth(db, days),
  }
}

const addCounts = statement('dailyCounts.add')`
  insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
  values (${t.uuid('agentId')}, ${t.day('day')}, ${t.integer('kycSuccess')}, ${t.integer('kycFailure')},
    ${t.integer('login')})
  on conflict (agent_id, day) do update set
    kyc_success = daily_counts.kyc_success + excluded.kyc_success,
    kyc_failure = daily_counts.kyc_failure + excluded.kyc_failure,
    login = daily_counts.login + excluded.login`

const isOfDays = sql`agent_id = ${t.uuid('agentId')} and day >= ${t.day('fromDay')} and day < ${t.day('beforeDay')}`

const monthCounts = {
  month: t.neverNull(t.text),
  kycSuccess: t.neverNull(t.bigint),
  kycFailure: t.neverNull(t.bigint),
  login: t.neverNull(t.bigint),
}
const sums = sql`
  to_char(day, 'YYYY-MM') as month, sum(kyc_success) as kyc_success, sum(kyc_failure) as kyc_failure,
  sum(login) as login from daily_counts`

/** A month without activity has no row. */
const sumByMonth = statement('dailyCounts.sumByMonth', { ...ownerColumn, ...monthCounts })`
  select ${owner}, ${sums} where ${isOfDays} group by month order by month`

export const sumOrdersByMonth = statement('dailyCounts.byMonthOfAll', monthCounts)`
  select ${sums} where day >= ${t.day('from')} group by month order by month`

type Counted = { agentId: string; status?: FinalStatus | null | undefined }
type Page = Period & { offset: number }

/**
 * Finds the days whose orders a page shows, so that the list reads only the months of these days. The daily counters,
 * which the transaction of a verdict increments, give the days. If a bound of the period lies within a day, the result
 * is the whole period, because the counters have whole days only.
 * @returns no place for a page without orders, and no total if a bound of the period lies within a day
 */
export async function findPeriodOfPage(
  db: SqlRunner,
  { agentId, status, limit, ...page }: Page & Counted & { limit: number },
): Promise<{ place?: Page; total?: number }> {
  const { from: first, before: end, offset } = page
  const [fromDay, beforeDay] = [indiaDate(first), indiaDate(end)]
  if (!isStart(fromDay, first) || !isStart(beforeDay, end)) return { place: page }
  const days = { agentId, status, fromDay, beforeDay, offset, limit }
  const { beginsOn, endsOn, skipped, total } = await findDays.one(db, days)
  if (!beginsOn || !endsOn || skipped === null) return { total }
  return { place: { from: beginsOn, before: endsOn, offset: offset - skipped }, total }
}

function isStart(ofDay: string, at: Date): boolean {
  return startOfIndiaDay(ofDay)?.getTime() === at.getTime()
}

/** Tests the status against literals, because the planner matches a partial index only against constants. */
export const isFinishedOrder = sql`status in ('KYC_SUCCESS', 'KYC_FAILURE')`

const ofStatus = t.nullable(t.oneOf(finalStatuses))('status')

/** The number of a day's finished orders. With a given status, only the orders with this status count. */
const ordersOfDay = sql`
  case when ${ofStatus} = 'KYC_SUCCESS' then kyc_success when ${ofStatus} = 'KYC_FAILURE' then kyc_failure
    else kyc_success + kyc_failure end`

const sumOfDays = sql`
  (select coalesce(sum(${ordersOfDay}), 0) from daily_counts where ${isOfDays})`

/**
 * Finds the days of a page. `limit` days are enough, because each has at least one order of the page; without that bound
 * the statement costs a third more. The same statement returns the total, which is cheaper than a second statement.
 */
const findDays = statement('orders.findDaysOfPage', {
  ...ownerColumn,
  beginsOn: t.nullable(t.moment),
  endsOn: t.nullable(t.moment),
  skipped: t.nullable(t.integer),
  total: t.neverNull(t.integer),
})`
  select ${owner}, min(day)::timestamp at time zone 'Asia/Kolkata' as begins_on,
    (max(day) + 1)::timestamp at time zone 'Asia/Kolkata' as ends_on, min(newer)::integer as skipped,
    ${sumOfDays}::integer as total
  from (
    select day, newer from (
      select day, orders, sum(orders) over (order by day desc rows unbounded preceding) - orders as newer
      from (select day, ${ordersOfDay} as orders from daily_counts where ${isOfDays}) as days) as counted
    where orders > 0 and newer + orders > ${t.bigint('offset')} order by day desc limit ${t.bigint('limit')}) as of_page
  where newer < ${t.bigint('offset')} + ${t.bigint('limit')}`
