import { indiaDate, indiaMonth } from '@ekyc/contract/india-time'
import type { MonthStatistics } from '@ekyc/contract/shapes'
import type { Timeframe } from '@ekyc/contract/words'

import { dayMs } from '../durations.ts'
import type { Caller } from '../agents/agent-stores.ts'
import type { Context } from '../context.ts'

/** Returns the sums of the daily counts for each India month, oldest first. Months without activity are left out. */
export async function statisticsOf(
  { database, now }: Context,
  { agentId }: Pick<Caller, 'agentId'>,
  timeframe: Timeframe,
): Promise<MonthStatistics[]> {
  const at = now()
  // Days after today are left out. They can have counts only because a clock was set back.
  const beforeDay = indiaDate(new Date(at.getTime() + dayMs))
  const days = { fromDay: firstDay[timeframe](at), beforeDay }
  const months = await database.pipelined(stores => stores.dailyCounts.byMonth(agentId, days))
  return months.map(({ month, kycSuccess, kycFailure, login }) => ({
    aggregateOn: month,
    data: { KYC_SUCCESS: kycSuccess, KYC_FAILURE: kycFailure, LOGIN: login },
  }))
}

/**
 * The functions that return the first India day of each timeframe. 3M is the current India month and the two months
 * before (decisions.md section 2).
 */
const firstDay: Record<Timeframe, (now: Date) => string> = {
  Today: indiaDate,
  '1W': now => indiaDate(new Date(now.getTime() - 6 * dayMs)),
  '1M': now => monthsBack(now, 0),
  '3M': now => monthsBack(now, 2),
  '6M': now => monthsBack(now, 5),
  '12M': now => monthsBack(now, 11),
}

function monthsBack(now: Date, months: number): string {
  const [year = 0, month = 0] = indiaMonth(now).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10)
}
