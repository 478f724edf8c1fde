import type { DailyCountStore } from '../../domain/agents/agents.ts'
import { bigint, day, integer, neverNull, text, uuid } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { owned, owner, sql, statement } from '../link/sql.ts'

export function dailyCountsIn(db: Runner): DailyCountStore {
  return {
    async add(agentId, onDay, event) {
      await addCounts(db, { agentId, day: onDay, kycSuccess: 0, kycFailure: 0, login: 0, [event]: 1 })
    },

    byMonth: (agentId, days) => sumByMonth(db, { agentId, ...days }),
  }
}

const addCounts = statement('dailyCounts.add')`
  insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login)
  values (${uuid('agentId')}, ${day('day')}, ${integer('kycSuccess')}, ${integer('kycFailure')}, ${integer('login')})
  on conflict (agent_id, day) do update set
    kyc_success = daily_counts.kyc_success + excluded.kyc_success,
    kyc_failure = daily_counts.kyc_failure + excluded.kyc_failure,
    login = daily_counts.login + excluded.login`

const isOfDays = sql`agent_id = ${uuid('agentId')} and day >= ${day('fromDay')} and day < ${day('beforeDay')}`

const sumByMonth = statement('dailyCounts.sumByMonth', {
  ...owned,
  month: neverNull(text),
  kycSuccess: neverNull(integer),
  kycFailure: neverNull(integer),
  login: neverNull(integer),
})`
  select ${owner}, to_char(day, 'YYYY-MM') as month, sum(kyc_success)::integer as kyc_success,
    sum(kyc_failure)::integer as kyc_failure, sum(login)::integer as login
  from daily_counts where ${isOfDays}
  group by month order by month`

/** Sums the counts of all agents by month, oldest first. A month without activity has no row. */
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
