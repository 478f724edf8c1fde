import { indiaDate } from '@ekyc/contract/india-time'
import { and, isNull, lt, or, sql, type SQL } from 'drizzle-orm'

import { dayMs, hourMs } from '../domain/durations.ts'
import type { Policy } from '../domain/policy.ts'
import { orderYears, yearsBefore } from '../domain/retention.ts'

import type { Queryable } from './queryable.ts'
import {
  addressMarks,
  dailyCounts,
  loginAttempts,
  oneTimePasswordSends,
  outbox,
  quotas,
  sessions,
  unknownReferenceMarks,
  usedCaptures,
  verifiedPhones,
} from './schema.ts'

/** Forgets what no rule asks for any more: marks, counts and sessions whose time is over. */
export async function housekeepingIn(db: Queryable, at: Date, policy: Policy): Promise<void> {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  await db.delete(verifiedPhones).where(lt(verifiedPhones.verifiedUntil, at))
  await db.delete(addressMarks).where(lt(addressMarks.markedOn, ago(hourMs)))
  await db.delete(oneTimePasswordSends).where(lt(oneTimePasswordSends.sentOn, ago(dayMs)))
  await db.delete(unknownReferenceMarks).where(lt(unknownReferenceMarks.markedOn, ago(hourMs)))
  await db.delete(quotas).where(lt(quotas.beganOn, ago(dayMs)))
  await db.delete(sessions).where(lt(sessions.expiresOn, at))
  // A capture is refused as stale after minutes and by the authority after a day.
  await db.delete(usedCaptures).where(lt(usedCaptures.usedOn, ago(policy.usedCaptureDays * dayMs)))
  // Empty envelopes by now; dead ones are the operator's to look into for a while.
  await db
    .delete(outbox)
    .where(
      or(
        lt(outbox.deliveredOn, ago(policy.deliveredMessageDays * dayMs)),
        lt(outbox.deadOn, ago(policy.deadMessageDays * dayMs)),
      ),
    )
  await db
    .delete(loginAttempts)
    .where(
      and(
        lt(loginAttempts.changedOn, ago(dayMs)),
        or(isNull(loginAttempts.trustedUntil), lt(loginAttempts.trustedUntil, at)),
      ),
    )
  const yearsAgo = (years: number) => sql`${yearsBefore(at, years).toISOString()}::timestamptz`
  // Each in the words of an index that is there for it alone.
  await eraseOrders(
    db,
    sql`status in ('INIT', 'EXPIRED') and completed_on is null and created_on < ${yearsAgo(policy.auditOtherYears)}`,
  )
  // Whole India days, and their counts with them: the totals of lists come from the counts.
  const firstKept = indiaDate(yearsBefore(at, orderYears(policy)))
  await eraseOrders(
    db,
    sql`completed_on is not null and created_on < ${`${firstKept}T00:00:00+05:30`}::timestamptz`,
  )
  await db.delete(dailyCounts).where(lt(dailyCounts.day, firstKept))
}

/** A batch at a time, within the time limit of a statement. */
async function eraseOrders(db: Queryable, where: SQL): Promise<void> {
  const batch = 1_000
  let erased = batch
  while (erased === batch) {
    const rows = await db.execute(sql`
      delete from orders where (agent_id, id) in
        (select agent_id, id from orders where ${where} order by created_on limit ${batch}) returning id`)
    erased = rows.length
  }
}
