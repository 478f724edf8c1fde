import { count, isNotNull, min } from 'drizzle-orm'

import type { OutboxKind } from '../domain/stores.ts'
import type { Queryable } from './queryable.ts'
import { outbox } from './schema.ts'

const kinds: OutboxKind[] = ['sms', 'kyc-result']

/** What waits to leave, by kind; one that has nothing waiting is told with zeros. */
export async function outboxBacklogIn(
  db: Queryable,
  at: Date,
): Promise<{ kind: OutboxKind; waiting: number; oldestSeconds: number }[]> {
  const rows = await db
    .select({ kind: outbox.kind, waiting: count(), oldestOn: min(outbox.createdOn) })
    .from(outbox)
    .where(isNotNull(outbox.nextAttemptOn))
    .groupBy(outbox.kind)
  return kinds.map(kind => {
    const row = rows.find(one => one.kind === kind)
    const ageMs = row?.oldestOn ? at.getTime() - row.oldestOn.getTime() : 0
    return { kind, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, ageMs / 1_000) }
  })
}
