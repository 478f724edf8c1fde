import { and, desc, eq, gt, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'

import type { OutboxList, OutboxState } from '../domain/administration-stores.ts'
import type { Queryable } from './queryable.ts'
import { agents, outbox } from './schema.ts'

export function outboxListIn(db: Queryable): OutboxList {
  return {
    async list({ state, kind, limit }) {
      return messages(and(shows[state], kind && eq(outbox.kind, kind))).limit(limit)
    },

    async find(id) {
      const [message] = await messages(hasId(id)).limit(1)
      return message
    },

    async makeDue(id, at) {
      const due = await db
        .update(outbox)
        .set({ nextAttemptOn: at, deadOn: null })
        .where(
          and(
            isNotNull(outbox.body),
            isNull(outbox.deliveredOn),
            gt(outbox.expiresOn, at),
            id === undefined ? undefined : hasId(id),
          ),
        )
        .returning({ id: outbox.id })
      return due.length
    },
  }

  function messages(which: SQL | undefined) {
    return db
      .select({
        id: outbox.id,
        kind: outbox.kind,
        mobile: agents.mobile,
        state: sql<OutboxState>`case when ${isIn.delivered} then 'delivered'
          when ${isIn.dead} then 'dead' else 'waiting' end`,
        createdOn: outbox.createdOn,
        expiresOn: outbox.expiresOn,
        attempts: outbox.attempts,
        nextAttemptOn: outbox.nextAttemptOn,
        deliveredOn: outbox.deliveredOn,
        deadOn: outbox.deadOn,
        lastError: outbox.lastError,
      })
      .from(outbox)
      .leftJoin(agents, eq(agents.id, outbox.agentId))
      .where(which)
      .orderBy(desc(outbox.createdOn), desc(outbox.id))
  }
}

export const isIn: Record<OutboxState, SQL> = {
  waiting: sql`${outbox.nextAttemptOn} is not null`,
  dead: sql`${outbox.deadOn} is not null`,
  delivered: sql`${outbox.deliveredOn} is not null`,
}

const shows: Record<Parameters<OutboxList['list']>[0]['state'], SQL | undefined> = {
  ...isIn,
  'not-delivered': isNull(outbox.deliveredOn),
  all: undefined,
}

/** Compared as text: an id that is no UUID is simply not found. */
function hasId(id: string): SQL {
  return sql`${outbox.id}::text = ${id}`
}
