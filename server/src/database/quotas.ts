import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm'

import type { QuotaStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { quotas } from './schema.ts'

export function quotasIn(db: Queryable): QuotaStore {
  return {
    async take(quota) {
      return (await countOne(db, quota)).length === 1
    },

    async spentSince({ subject, kind, since, limit }) {
      const [spent] = await spentOf(db, { subject, kind, since, limit })
      return spent?.beganOn
    },

    async giveBack(quota) {
      await uncountOne(db, quota)
    },
  }
}

const isOver = or(
  lte(quotas.beganOn, sql.placeholder('since')),
  gt(quotas.beganOn, sql.placeholder('latest')),
)

/** One statement: the lock on the row lets parallel takers pass one by one. No row: the quota is spent. */
const countOne = builtOnce(db =>
  db
    .insert(quotas)
    .values({
      subject: sql.placeholder('subject'),
      kind: sql.placeholder('kind'),
      beganOn: sql.placeholder('at'),
      taken: 1,
    })
    .onConflictDoUpdate({
      target: [quotas.subject, quotas.kind],
      set: {
        beganOn: sql`case when ${isOver} then excluded.began_on else ${quotas.beganOn} end`,
        taken: sql`case when ${isOver} then 1 else ${quotas.taken} + 1 end`,
      },
      setWhere: sql`${isOver} or ${lt(quotas.taken, sql.placeholder('limit'))}`,
    })
    .returning({ taken: quotas.taken }),
)

const isTheOne = and(eq(quotas.subject, sql.placeholder('subject')), eq(quotas.kind, sql.placeholder('kind')))

const spentOf = builtOnce(db =>
  db
    .select({ beganOn: quotas.beganOn })
    .from(quotas)
    .where(
      and(
        isTheOne,
        gt(quotas.beganOn, sql.placeholder('since')),
        sql`${quotas.taken} >= ${sql.placeholder('limit')}`,
      ),
    ),
)

/** Not one of a later time: the quota may have begun anew since it was taken. */
const uncountOne = builtOnce(db =>
  db
    .update(quotas)
    .set({ taken: sql`${quotas.taken} - 1` })
    .where(and(isTheOne, lte(quotas.beganOn, sql.placeholder('at')), gt(quotas.taken, 0))),
)
