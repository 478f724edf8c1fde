import { outboxKinds, type OutboxKind } from '../../domain/messages/outbox-store.ts'
import { bigint, integer, moment, neverNull } from '../link/kinds.ts'
import { outboxKind } from './outbox.ts'
import type { Runner } from '../link/runner.ts'
import { sql, Sql, statement } from '../link/sql.ts'

/** Counts the waiting outbox entries of each kind. A kind without entries has the count 0. */
export async function outboxBacklogIn(
  db: Runner,
  at: Date,
  most = countedAtMost,
): Promise<{ kind: OutboxKind; waiting: number; oldestSeconds: number }[]> {
  const rows = await countWaiting(db, { most })
  return outboxKinds.map(kind => {
    const row = rows.find(one => one.kind === kind)
    const ageMs = row ? at.getTime() - row.oldestOn.getTime() : 0
    return { kind, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, ageMs / 1_000) }
  })
}

/** The count that stands for any number over 100,000 entries of a kind, so that a scrape of the metrics stays cheap. */
export const countedAtMost = 100_001

const firstOf = (kind: OutboxKind) => sql`
  (select kind, created_on from outbox
   where kind = ${new Sql<unknown>([`'${kind}'`])} and next_attempt_on is not null
   order by next_attempt_on limit ${bigint('most')})`

/** Counts the first `most` waiting entries of each kind by due time. A new entry is due at its creation. */
const countWaiting = statement('outbox.countWaiting', {
  kind: neverNull(outboxKind),
  waiting: neverNull(integer),
  oldestOn: neverNull(moment),
})`
  select kind, count(*)::integer as waiting, min(created_on) as oldest_on
  from (${firstOf('sms')} union all ${firstOf('kyc-result')} union all ${firstOf('holder-sms')}
    union all ${firstOf('kyc-failed')}) as first group by kind`
