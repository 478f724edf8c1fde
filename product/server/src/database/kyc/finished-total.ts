import { finalStatuses, type FinalStatus } from '@ekyc/contract/words'

import type { Period } from '../../domain/kyc/kyc-stores.ts'
import { day, integer, moment, neverNull, nullable, oneOf, uuid } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { owned, owner, sql, statement } from '../link/sql.ts'
import { wholeDays } from '../schema/whole-days.ts'

export type Counted = { agentId: string; status: FinalStatus | undefined }

/**
 * Counts an agent's finished orders in a period. For whole days in India the function sums the daily counters, which
 * the transaction of a verdict increments. For days that are only partly in the period it counts the orders themselves.
 * The cost therefore grows with the number of days, not with the number of orders.
 */
export async function finishedTotal(
  db: Runner,
  { from, before, ...counted }: Period & Counted,
): Promise<number> {
  const { fromDay, beforeDay, head, tail, hasEnds } = wholeDays({ from, before })
  const days = { ...counted, fromDay, beforeDay }
  const { orders } = hasEnds
    ? await sumDaysAndEnds.one(db, {
        ...days,
        headFrom: head.from,
        headBefore: head.before,
        tailFrom: tail.from,
        tailBefore: tail.before,
      })
    : await sumDays.one(db, days)
  return orders
}

/** Tests the status against literals, because the planner matches a partial index only against constants. */
export const isFinished = sql`status in ('KYC_SUCCESS', 'KYC_FAILURE')`

const status = nullable(oneOf(finalStatuses))('status')

/** The number of a day's finished orders. With a given status, only the orders with this status count. */
export const ordersOfDay = sql`
  case when ${status} = 'KYC_SUCCESS' then kyc_success when ${status} = 'KYC_FAILURE' then kyc_failure
    else kyc_success + kyc_failure end`

export const sumOfDays = sql`
  (select coalesce(sum(${ordersOfDay}), 0) from daily_counts
   where agent_id = ${uuid('agentId')} and day >= ${day('fromDay')} and day < ${day('beforeDay')})`

const isCounted = sql`
  agent_id = ${uuid('agentId')} and ${isFinished} and (${status}::text is null or status = ${status})`

const sumDays = statement('orders.sumDays', { ...owned, orders: neverNull(integer) })`
  select ${owner}, ${sumOfDays}::integer as orders`

const sumDaysAndEnds = statement('orders.sumDaysAndEnds', {
  ...owned,
  orders: neverNull(integer),
})`
  select ${owner}, (${sumOfDays}
    + (select count(*) from orders where ${isCounted}
       and created_on >= ${moment('headFrom')} and created_on < ${moment('headBefore')})
    + (select count(*) from orders where ${isCounted}
       and created_on >= ${moment('tailFrom')} and created_on < ${moment('tailBefore')}))::integer as orders`
