import { and, count, eq, gt, sql } from 'drizzle-orm'

import { newId } from '../domain/new-id.ts'
import type { ReferenceStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { referenceRecords, unknownReferenceMarks } from './schema.ts'

export function referencesIn(db: Queryable): ReferenceStore {
  return {
    async standing(reference, day) {
      const [record] = await recordOf(db, { reference })
      return standingOf(record, day)
    },

    async standingForUpdate(reference, day) {
      await db.insert(referenceRecords).values({ reference }).onConflictDoNothing()
      const [record] = await db
        .select()
        .from(referenceRecords)
        .where(eq(referenceRecords.reference, reference))
        .for('update')
      return standingOf(record, day)
    },

    async recordSuccess(reference, at) {
      await db
        .insert(referenceRecords)
        .values({ reference, succeededOn: at })
        .onConflictDoUpdate({ target: referenceRecords.reference, set: { succeededOn: at } })
    },

    async recordFailure(reference, day) {
      const failures = sql`case when ${referenceRecords.failuresOn} = ${day} then ${referenceRecords.failures} + 1 else 1 end`
      await db
        .insert(referenceRecords)
        .values({ reference, failuresOn: day, failures: 1 })
        .onConflictDoUpdate({ target: referenceRecords.reference, set: { failures, failuresOn: day } })
    },

    async countUnknown(agentId, since) {
      const [row] = await marksSince(db, { agentId, since })
      return row?.marks ?? 0
    },

    async markUnknown(agentId, at) {
      await db.insert(unknownReferenceMarks).values({ agentId, id: newId(at), markedOn: at })
    },
  }
}

const recordOf = builtOnce(db =>
  db
    .select()
    .from(referenceRecords)
    .where(eq(referenceRecords.reference, sql.placeholder('reference'))),
)

const marksSince = builtOnce(db =>
  db
    .select({ marks: count() })
    .from(unknownReferenceMarks)
    .where(
      and(
        eq(unknownReferenceMarks.agentId, sql.placeholder('agentId')),
        gt(unknownReferenceMarks.markedOn, sql.placeholder('since')),
      ),
    ),
)

function standingOf(
  record: { succeededOn: Date | null; failuresOn: string | null; failures: number } | undefined,
  day: string,
): { succeeded: boolean; failuresToday: number } {
  return {
    succeeded: (record?.succeededOn ?? null) !== null,
    failuresToday: record?.failuresOn === day ? record.failures : 0,
  }
}
