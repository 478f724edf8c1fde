import { bigint, day, moment, neverNull, nullable, text } from './kinds.ts'
import { statement } from './sql.ts'

export const countOpenOrders = statement('orders.countOpen', { open: neverNull(bigint) })`
  select count(*) as open from orders where status in ('INIT', 'SUBMITTING') and expires_on > ${moment('at')}`

export const countMessages = statement('outbox.count', {
  waiting: neverNull(bigint),
  oldestWaitingOn: nullable(moment),
  dead: neverNull(bigint),
})`
  select count(*) filter (where next_attempt_on is not null) as waiting,
    min(created_on) filter (where next_attempt_on is not null) as oldest_waiting_on,
    count(*) filter (where dead_on is not null) as dead
  from outbox`

/** Of all agents together, the oldest month first; months without activity are absent. */
export const countByMonth = statement('dailyCounts.byMonthOfAll', {
  month: neverNull(text),
  kycSuccess: neverNull(bigint),
  kycFailure: neverNull(bigint),
  login: neverNull(bigint),
})`
  select to_char(day, 'YYYY-MM') as month, sum(kyc_success) as kyc_success, sum(kyc_failure) as kyc_failure,
    sum(login) as login
  from daily_counts where day >= ${day('from')}
  group by month order by month`
