import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'

import type { OutboxEntry, OutboxStore } from '../domain/stores.ts'
import type { Queryable } from './queryable.ts'
import { outbox } from './schema.ts'

export function outboxIn(db: Queryable): OutboxStore {
  const one = (agentId: string, id: string) => and(eq(outbox.agentId, agentId), eq(outbox.id, id))
  const gone = { body: null, nextAttemptOn: null }

  return {
    async put({ at, ...entry }) {
      await db.insert(outbox).values({ ...entry, createdOn: at, nextAttemptOn: at })
    },

    async takeDue(at, heldUntil, limit) {
      const due = db
        .select({ agentId: outbox.agentId, id: outbox.id })
        .from(outbox)
        .where(lte(outbox.nextAttemptOn, at))
        .orderBy(asc(outbox.nextAttemptOn))
        .limit(limit)
        .for('update', { skipLocked: true })
      const rows = await db
        .update(outbox)
        .set({ nextAttemptOn: heldUntil, attempts: sql`${outbox.attempts} + 1` })
        .where(sql`(${outbox.agentId}, ${outbox.id}) in ${due}`)
        .returning()
      return rows.filter((row): row is typeof row & OutboxEntry => row.body !== null)
    },

    async recall(at, latestAttempt) {
      await db.update(outbox).set({ nextAttemptOn: at }).where(gt(outbox.nextAttemptOn, latestAttempt))
    },

    async markDelivered(agentId, id, at) {
      await db
        .update(outbox)
        .set({ ...gone, deliveredOn: at, lastError: null })
        .where(one(agentId, id))
    },

    async reschedule(agentId, id, nextAttemptOn, lastError) {
      await db.update(outbox).set({ nextAttemptOn, lastError }).where(one(agentId, id))
    },

    async markDead(agentId, id, at, lastError) {
      await db
        .update(outbox)
        .set({ ...gone, deadOn: at, lastError })
        .where(one(agentId, id))
    },
  }
}
