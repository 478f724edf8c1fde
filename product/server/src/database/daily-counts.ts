import type { DailyCountStore, DayResults } from '../domain/stores.ts'
import { ofAgentsAlone } from './agents.ts'
import { bigint, day, integer, jsonOf, neverNull, nullable, text, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { owned, owner, sql, statement } from './sql.ts'

export function dailyCountsIn(db: Runner): DailyCountStore {
  return {
    async add(agentId, onDay, event) {
      await addCounts(db, { agentId, day: onDay, kycSuccess: 0, login: 0, [event]: 1 })
    },

    async addFailure(agentId, onDay, reason) {
      await addFailure(db, { agentId, day: onDay, reason })
    },

    byMonth: (agentId, days) => sumByMonth(db, { agentId, ...days }),

    days: (agentId, days) => listDays(db, { agentId, ...days }),
  }
}

const addCounts = statement('dailyCounts.add')`
  insert into daily_counts (agent_id, day, kyc_success, login)
  values (${uuid('agentId')}, ${day('day')}, ${integer('kycSuccess')}, ${integer('login')})
  on conflict (agent_id, day) do update set
    kyc_success = daily_counts.kyc_success + excluded.kyc_success,
    login = daily_counts.login + excluded.login`

/** Casts a count to text and then to jsonb, because Citus allows no stable function (to_jsonb) in `on conflict`. */
const addFailure = statement('dailyCounts.addFailure')`
  insert into daily_counts (agent_id, day, kyc_failure, reasons)
  values (${uuid('agentId')}, ${day('day')}, 1, jsonb_set('{}', array[${text('reason')}], '1'))
  on conflict (agent_id, day) do update set
    kyc_failure = daily_counts.kyc_failure + 1,
    reasons = jsonb_set(coalesce(daily_counts.reasons, '{}'), array[${text('reason')}],
      (coalesce((daily_counts.reasons ->> ${text('reason')})::integer, 0) + 1)::text::jsonb)`

const isOfDays = sql`agent_id = ${uuid('agentId')} and day >= ${day('fromDay')} and day < ${day('beforeDay')}`

const listDays = statement('dailyCounts.listDays', {
  ...owned,
  kycSuccess: integer,
  kycFailure: integer,
  reasons: nullable(jsonOf<NonNullable<DayResults['reasons']>>()),
})`
  select ${owner}, kyc_success, kyc_failure, reasons from daily_counts where ${isOfDays}`

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

/** Sums the counts of all agents except synthetic ones by month, oldest first. A month without activity has no row. */
export const countByMonth = statement('dailyCounts.byMonthOfAll', {
  month: neverNull(text),
  kycSuccess: neverNull(bigint),
  kycFailure: neverNull(bigint),
  login: neverNull(bigint),
})`
  select to_char(day, 'YYYY-MM') as month, sum(kyc_success) as kyc_success, sum(kyc_failure) as kyc_failure,
    sum(login) as login
  from daily_counts where day >= ${day('from')} and ${ofAgentsAlone}
  group by month order by month`
