import { indiaDate, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs, hourMs } from '../domain/durations.ts'
import type { Policy } from '../domain/policy.ts'
import { orderYears, yearsBefore } from '../domain/retention.ts'
import { bigint, day, moment, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/** Deletes rows that no rule reads any more: expired marks, counts and sessions, and orders past their retention. */
export async function housekeepingIn(db: Runner, at: Date, policy: Policy): Promise<void> {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  await deleteVerifiedPhones(db, { before: at })
  await deleteAddressMarks(db, { before: ago(hourMs) })
  await deleteOneTimeCodes(db, { before: ago(hourMs) })
  await deleteOldOneTimePasswords(db, { before: at })
  await deleteOneTimePasswordSends(db, { before: ago(dayMs) })
  await deleteUnknownReferenceMarks(db, { before: ago(hourMs) })
  await deletePasskeyChallenges(db, { before: at })
  await deleteQuotas(db, { before: ago(dayMs) })
  await deleteSessions(db, { before: at })
  // Stale captures are refused after minutes, and by the authority after a day.
  await deleteUsedCaptures(db, { before: ago(policy.usedCaptureDays * dayMs) })
  // Delivered entries have no body; operators may inspect dead ones for a while.
  await deleteOutboxEntries(db, {
    deliveredBefore: ago(policy.deliveredMessageDays * dayMs),
    deadBefore: ago(policy.deadMessageDays * dayMs),
  })
  await deleteLoginAttempts(db, { before: ago(dayMs), at })
  await inBatches(limit =>
    deleteUnfinishedOrders(db, { before: yearsBefore(at, policy.auditOtherYears), limit }),
  )
  // Deletes whole India days with their counters, since the totals of lists come from the counters.
  const firstKept = indiaDate(yearsBefore(at, orderYears(policy)))
  const before = startOfIndiaDay(firstKept) ?? new Date(0)
  await inBatches(limit => deleteFinishedOrders(db, { before, limit }))
  await deleteDailyCounts(db, { before: firstKept })
}

/** One batch stays within the time limit of a statement. */
async function inBatches(deleteBatch: (limit: number) => Promise<unknown[]>): Promise<void> {
  const limit = 1_000
  let deleted = limit
  while (deleted === limit) deleted = (await deleteBatch(limit)).length
}

const deleteVerifiedPhones = statement('housekeeping.verifiedPhones')`
  delete from verified_phones where verified_until < ${moment('before')}`

const deleteAddressMarks = statement('housekeeping.addressMarks')`
  delete from address_marks where marked_on < ${moment('before')}`

/** An hour longer than a code is valid, the server tells that it has expired. */
const deleteOneTimeCodes = statement('housekeeping.oneTimeCodes')`
  delete from one_time_codes where expires_on < ${moment('before')}`

/** Only the previous version writes this table. */
const deleteOldOneTimePasswords = statement('housekeeping.oldOneTimePasswords')`
  delete from one_time_passwords where expires_on < ${moment('before')}`

const deleteOneTimePasswordSends = statement('housekeeping.oneTimePasswordSends')`
  delete from one_time_password_sends where sent_on < ${moment('before')}`

/** Only the previous version writes this table. */
const deleteUnknownReferenceMarks = statement('housekeeping.unknownReferenceMarks')`
  delete from unknown_reference_marks where marked_on < ${moment('before')}`

const deletePasskeyChallenges = statement('housekeeping.passkeyChallenges')`
  delete from passkey_challenges where expires_on < ${moment('before')}`

const deleteQuotas = statement('housekeeping.quotas')`
  delete from quotas where began_on < ${moment('before')}`

const deleteSessions = statement('housekeeping.sessions')`
  delete from sessions where expires_on < ${moment('before')}`

const deleteUsedCaptures = statement('housekeeping.usedCaptures')`
  delete from used_captures where used_on < ${moment('before')}`

const deleteOutboxEntries = statement('housekeeping.outbox')`
  delete from outbox where delivered_on < ${moment('deliveredBefore')} or dead_on < ${moment('deadBefore')}`

const deleteLoginAttempts = statement('housekeeping.loginAttempts')`
  delete from login_attempts
  where changed_on < ${moment('before')} and (trusted_until is null or trusted_until < ${moment('at')})`

const deleteDailyCounts = statement('housekeeping.dailyCounts')`
  delete from daily_counts where day < ${day('before')}`

// Each predicate repeats its partial index's WHERE clause, or the planner cannot use it.

const deleteUnfinishedOrders = statement('housekeeping.unfinishedOrders', { id: uuid })`
  delete from orders where (agent_id, id) in
    (select agent_id, id from orders
     where status in ('INIT', 'EXPIRED') and completed_on is null and created_on < ${moment('before')}
     order by created_on limit ${bigint('limit')})
  returning id`

const deleteFinishedOrders = statement('housekeeping.finishedOrders', { id: uuid })`
  delete from orders where (agent_id, id) in
    (select agent_id, id from orders
     where completed_on is not null and created_on < ${moment('before')}
     order by created_on limit ${bigint('limit')})
  returning id`
