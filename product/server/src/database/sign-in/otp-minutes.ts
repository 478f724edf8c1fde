import { bankOtpKinds } from '../../domain/sign-in/sign-in-stores.ts'
import { integer, moment, neverNull, oneOf } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { statement } from '../link/sql.ts'

/** Keeps the counts of OTPs of all servers by minute, for the bank's budget. No call waits for these statements. */
export const otpMinutesIn = (db: Runner) => ({
  add: (minute: Parameters<typeof addMinute>[1]) => addMinute(db, minute),
  sums: (period: Parameters<typeof listSums>[1]) => listSums(db, period),
})

const kind = oneOf(bankOtpKinds)

const addMinute = statement('otpMinutes.add')`
  insert into otp_minutes (kind, minute, count)
  values (${kind('kind')}, ${moment('minute')}, ${integer('count')})
  on conflict (kind, minute) do update set count = otp_minutes.count + excluded.count`

const listSums = statement('otpMinutes.listSums', {
  kind,
  ofDay: neverNull(integer),
  ofMinute: neverNull(integer),
})`
  select kind, sum(count)::integer as of_day,
    coalesce(sum(count) filter (where minute = ${moment('minute')}), 0)::integer as of_minute
  from otp_minutes where minute >= ${moment('dayBegan')} and minute <= ${moment('latest')} group by kind`
