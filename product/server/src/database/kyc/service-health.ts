import { outsideServices, type OutsideService } from '@ekyc/contract/words'

import { sql, statement, t, type Sql, type SqlRunner } from '../link/sql.ts'

/**
 * Keeps the counts of all servers' exchanges with each outside service by minute, with the least and the greatest hash
 * of the agents who had a failure. No call waits for these statements.
 */
export const createServiceHealthStore = (db: SqlRunner) => ({
  add: (exchanges: { service: OutsideService; endedOn: Date; failedAgent: string | null }[]) =>
    addMinutes(db, { exchanges: JSON.stringify(exchanges) }),
  failing: (period: Parameters<typeof listFailing>[1]) => listFailing(db, period),
})

/** Writes the rows in the order of the primary key, so that two servers cannot deadlock. */
const addMinutes = statement('serviceMinutes.add')`
  insert into service_minutes (service, minute, answered, failed, least_failed, greatest_failed)
  select service, date_trunc('minute', "endedOn"), count(*) - count("failedAgent"), count("failedAgent"),
    min("failedAgent"), max("failedAgent")
  from jsonb_to_recordset(${t.json('exchanges')}) as exchange (service text, "endedOn" timestamptz, "failedAgent" text)
  group by 1, 2 order by 1, 2
  on conflict (service, minute) do update set
    answered = service_minutes.answered + excluded.answered,
    failed = service_minutes.failed + excluded.failed,
    least_failed = least(service_minutes.least_failed, excluded.least_failed),
    greatest_failed = greatest(service_minutes.greatest_failed, excluded.greatest_failed)`

const isCounted = (minute: Sql<unknown>) => sql`
  ${minute} >= ${t.moment('since')} and ${minute} <= ${t.moment('latest')}`

/** Sums each service's failed exchanges since the last minute in which at least half of its exchanges succeeded. */
const listFailing = statement('serviceMinutes.listFailing', {
  service: t.oneOf(outsideServices),
  since: t.neverNull(t.moment),
  latest: t.neverNull(t.moment),
  failed: t.neverNull(t.integer),
  hasFailedForSeveral: t.neverNull(t.boolean),
})`
  select service, min(minute) as since, max(minute) as latest, sum(failed)::integer as failed,
    coalesce(min(least_failed) <> max(greatest_failed), false) as has_failed_for_several
  from service_minutes m
  where ${isCounted(sql`m.minute`)} and not exists
    (select from service_minutes good
     where good.service = m.service and good.minute >= m.minute and ${isCounted(sql`good.minute`)}
       and good.failed <= good.answered)
  group by service`
