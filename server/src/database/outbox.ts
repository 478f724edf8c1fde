import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'

import type { OutboxEntry, OutboxStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import { given } from './given.ts'
import type { Queryable } from './queryable.ts'
import { outbox } from './schema.ts'

export function outboxIn(db: Queryable): OutboxStore {
  const one = (agentId: string, id: string) => and(eq(outbox.agentId, agentId), eq(outbox.id, id))

  return {
    async put(entry) {
      await insertEntry(db, entry)
    },

    async takeDue(at, heldUntil, limit) {
      const rows = await takeEntries(db, { at, heldUntil, limit })
      return rows.filter((row): row is typeof row & OutboxEntry => row.body !== null)
    },

    async recall(at, latestAttempt) {
      await db.update(outbox).set({ nextAttemptOn: at }).where(gt(outbox.nextAttemptOn, latestAttempt))
    },

    async markDelivered(agentId, id, at) {
      await finishEntry(db, { agentId, id, at })
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

const gone = { body: null, nextAttemptOn: null }

const insertEntry = builtOnce(db =>
  db.insert(outbox).values({
    agentId: sql.placeholder('agentId'),
    id: sql.placeholder('id'),
    kind: sql.placeholder('kind'),
    body: sql.placeholder('body'),
    createdOn: sql.placeholder('at'),
    expiresOn: sql.placeholder('expiresOn'),
    nextAttemptOn: sql.placeholder('at'),
  }),
)

const takeEntries = builtOnce(db => {
  const due = db
    .select({ agentId: outbox.agentId, id: outbox.id })
    .from(outbox)
    .where(lte(outbox.nextAttemptOn, sql.placeholder('at')))
    .orderBy(asc(outbox.nextAttemptOn))
    .limit(sql.placeholder('limit'))
    .for('update', { skipLocked: true })
  return db
    .update(outbox)
    .set({
      nextAttemptOn: given(outbox.nextAttemptOn, 'heldUntil'),
      attempts: sql`${outbox.attempts} + 1`,
    })
    .where(sql`(${outbox.agentId}, ${outbox.id}) in ${due}`)
    .returning()
})

const finishEntry = builtOnce(db =>
  db
    .update(outbox)
    .set({ ...gone, deliveredOn: given(outbox.deliveredOn, 'at'), lastError: null })
    .where(and(eq(outbox.agentId, sql.placeholder('agentId')), eq(outbox.id, sql.placeholder('id')))),
)
