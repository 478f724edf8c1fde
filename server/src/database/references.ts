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

    async recordSuccess(reference, at) {
      await putSuccess(db, { reference, at })
    },

    async recordFailure(reference, day) {
      await addFailure(db, { reference, day })
    },

    async countUnknown(agentId, since) {
      const [row] = await marksSince(db, { agentId, since })
      return row?.marks ?? 0
    },

    async markUnknown(agentId, at) {
      await insertMark(db, { agentId, id: newId(at), at })
    },
  }
}

const recordOf = builtOnce(db =>
  db
    .select()
    .from(referenceRecords)
    .where(eq(referenceRecords.reference, sql.placeholder('reference'))),
)

const putSuccess = builtOnce(db =>
  db
    .insert(referenceRecords)
    .values({ reference: sql.placeholder('reference'), succeededOn: sql.placeholder('at') })
    .onConflictDoUpdate({
      target: referenceRecords.reference,
      set: { succeededOn: sql`excluded.succeeded_on` },
    }),
)

const addFailure = builtOnce(db => {
  const isSameDay = sql`${referenceRecords.failuresOn} = excluded.failures_on`
  return db
    .insert(referenceRecords)
    .values({
      reference: sql.placeholder('reference'),
      failuresOn: sql.placeholder('day'),
      failures: 1,
    })
    .onConflictDoUpdate({
      target: referenceRecords.reference,
      set: {
        failures: sql`case when ${isSameDay} then ${referenceRecords.failures} + 1 else 1 end`,
        failuresOn: sql`excluded.failures_on`,
      },
    })
})

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

const insertMark = builtOnce(db =>
  db.insert(unknownReferenceMarks).values({
    agentId: sql.placeholder('agentId'),
    id: sql.placeholder('id'),
    markedOn: sql.placeholder('at'),
  }),
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
