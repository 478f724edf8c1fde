import type { OutboxKind } from '../domain/stores.ts'
import { allShards } from './distribution.ts'
import { integer, moment, neverNull } from './kinds.ts'
import { outboxKind } from './outbox.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

const kinds: OutboxKind[] = ['sms', 'kyc-result']

/** Counts the undelivered entries of each kind; zero without any. */
export async function outboxBacklogIn(
  db: Runner,
  at: Date,
): Promise<{ kind: OutboxKind; waiting: number; oldestSeconds: number }[]> {
  const rows = await countWaiting(db)
  return kinds.map(kind => {
    const row = rows.find(one => one.kind === kind)
    const ageMs = row ? at.getTime() - row.oldestOn.getTime() : 0
    return { kind, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, ageMs / 1_000) }
  })
}

const countWaiting = statement('outbox.countWaiting', allShards('the metrics are read, and no call'), {
  kind: outboxKind,
  waiting: neverNull(integer),
  oldestOn: neverNull(moment),
})`
  select kind, count(*)::integer as waiting, min(created_on) as oldest_on
  from outbox where next_attempt_on is not null group by kind`
