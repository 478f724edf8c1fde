import { and, isNull, lt, or } from 'drizzle-orm'

import type { Queryable } from './queryable.ts'
import {
  addressMarks,
  loginAttempts,
  oneTimePasswordSends,
  sessions,
  unknownReferenceMarks,
  usedCaptures,
  verifiedPhones,
} from './schema.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Forgets what no rule asks for any more: marks, counts and sessions whose time is over. */
export async function housekeepingIn(db: Queryable, at: Date): Promise<void> {
  const ago = (ms: number) => new Date(at.getTime() - ms)
  await db.delete(verifiedPhones).where(lt(verifiedPhones.verifiedUntil, at))
  await db.delete(addressMarks).where(lt(addressMarks.markedOn, ago(hourMs)))
  await db.delete(oneTimePasswordSends).where(lt(oneTimePasswordSends.sentOn, ago(dayMs)))
  await db.delete(unknownReferenceMarks).where(lt(unknownReferenceMarks.markedOn, ago(hourMs)))
  await db.delete(sessions).where(lt(sessions.expiresOn, at))
  // A capture is refused as stale after minutes and by the authority after a day.
  await db.delete(usedCaptures).where(lt(usedCaptures.usedOn, ago(2 * dayMs)))
  await db
    .delete(loginAttempts)
    .where(
      and(
        lt(loginAttempts.changedOn, ago(dayMs)),
        or(isNull(loginAttempts.trustedUntil), lt(loginAttempts.trustedUntil, at)),
      ),
    )
}
