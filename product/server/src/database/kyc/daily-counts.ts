import { bigint, day, integer, neverNull, text, uuid } from '../link/column-types.ts'
import type { SqlRunner } from '../link/sql-runner.ts'
import { ownerColumn, owner, statement } from '../link/sql.ts'

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
  values (${uuid('agentId')}, ${day('day')}, ${integer('kycSuccess')}, ${integer('kycFailure')}, ${integer('login')})
  on conflict (agent_id, day) do update set
    kyc_success = daily_counts.kyc_success + excluded.kyc_success,
    kyc_failure = daily_counts.kyc_failure + excluded.kyc_failure,
    login = daily_counts.login + excluded.login`

/** Sums the counts by month ('YYYY-MM'), oldest first. A month without activity has no row. */
const sumByMonth = statement('dailyCounts.sumByMonth', {
  ...ownerColumn,
  month: neverNull(text),
  kycSuccess: neverNull(integer),
  kycFailure: neverNull(integer),
  login: neverNull(integer),
})`
  select ${owner}, to_char(day, 'YYYY-MM') as month, sum(kyc_success)::integer as kyc_success,
    sum(kyc_failure)::integer as kyc_failure, sum(login)::integer as login
  from daily_counts where agent_id = ${uuid('agentId')} and day >= ${day('fromDay')} and day < ${day('beforeDay')}
  group by month order by month`

export const sumOrdersByMonth = statement('dailyCounts.byMonthOfAll', {
  month: neverNull(text),
  kycSuccess: neverNull(bigint),
  kycFailure: neverNull(bigint),
  login: neverNull(bigint),
})`
  select to_char(day, 'YYYY-MM') as month, sum(kyc_success) as kyc_success, sum(kyc_failure) as kyc_failure,
    sum(login) as login
  from daily_counts where day >= ${day('from')}
  group by month order by month`
