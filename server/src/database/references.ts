import { indiaDate } from '@ekyc/contract/india-time'
import { and, eq, gt, isNull, lt, lte, not, or, sql, type SQL } from 'drizzle-orm'

import type { ClaimEnd, ReferenceStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import { given } from './given.ts'
import type { Queryable } from './queryable.ts'
import { referenceRecords } from './schema.ts'

export function referencesIn(db: Queryable): ReferenceStore {
  return {
    async standing(reference, at) {
      const [record] = await recordOf(db, { reference })
      return { succeeded: (record?.succeededOn ?? null) !== null, failuresToday: failuresOnDay(record, at) }
    },

    async claim(claim) {
      return (await putClaim(db, claim)).length === 1
    },

    async release({ end, ...release }) {
      return (await endClaim[end](db, release)).length === 1
    },
  }
}

type ReferenceRecord = typeof referenceRecords.$inferSelect

const recordOf = builtOnce(db =>
  db
    .select()
    .from(referenceRecords)
    .where(eq(referenceRecords.reference, sql.placeholder('reference'))),
)

const isSameDay = sql`${referenceRecords.failuresOn} is not distinct from excluded.failures_on`

/** One statement: the lock on the row is what lets claims pass one by one. No row: the reference is not to be had. */
const putClaim = builtOnce(db =>
  db
    .insert(referenceRecords)
    .values({
      reference: sql.placeholder('reference'),
      failuresOn: sql.placeholder('day'),
      failures: 1,
      claimedBy: sql.placeholder('orderId'),
      claimedUntil: sql.placeholder('holdUntil'),
    })
    .onConflictDoUpdate({
      target: referenceRecords.reference,
      set: {
        failures: sql`case when ${isSameDay} then ${referenceRecords.failures} + 1 else 1 end`,
        failuresOn: sql`excluded.failures_on`,
        claimedBy: sql`excluded.claimed_by`,
        claimedUntil: sql`excluded.claimed_until`,
      },
      setWhere: sql`${and(
        isNull(referenceRecords.succeededOn),
        or(not(isSameDay), lt(referenceRecords.failures, sql.placeholder('mostFailures'))),
        or(
          isNull(referenceRecords.claimedUntil),
          lte(referenceRecords.claimedUntil, sql.placeholder('at')),
          gt(referenceRecords.claimedUntil, sql.placeholder('latestHold')),
        ),
      )}`,
    })
    .returning({ reference: referenceRecords.reference }),
)

const endClaim = {
  succeeded: claimEnding({
    failures: sql`${referenceRecords.failures} - 1`,
    succeededOn: given(referenceRecords.succeededOn, 'at'),
  }),
  mismatched: claimEnding({}),
  neither: claimEnding({ failures: sql`${referenceRecords.failures} - 1` }),
} satisfies Record<ClaimEnd, unknown>

function claimEnding(verdict: { failures?: SQL; succeededOn?: SQL<Date> }) {
  return builtOnce(db =>
    db
      .update(referenceRecords)
      .set({ ...verdict, claimedBy: null, claimedUntil: null })
      .where(
        and(
          eq(referenceRecords.reference, sql.placeholder('reference')),
          eq(referenceRecords.claimedBy, sql.placeholder('orderId')),
        ),
      )
      .returning({ reference: referenceRecords.reference }),
  )
}

function failuresOnDay(record: ReferenceRecord | undefined, at: Date): number {
  if (record?.failuresOn !== indiaDate(at)) return 0
  const isClaimed = record.claimedUntil !== null && record.claimedUntil > at
  return isClaimed ? record.failures - 1 : record.failures
}
