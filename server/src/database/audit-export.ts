import { sql } from 'drizzle-orm'

import type { AuditRow, AuditSeals } from '../domain/audit-seal.ts'
import { auditRowColumns } from './audit-rows.ts'
import { newestAuditHead } from './audit-sealer.ts'
import type { Queryable } from './queryable.ts'

const page = 1_000

/**
 * The rows of a time as JSON lines, oldest first, archive included. The last line is the newest signed head with the
 * public key of its signature: kept elsewhere, it shows later whether the chain is still the same one.
 * @param range from inclusive, before exclusive
 */
export async function* exportAuditRows(
  db: Queryable,
  seals: AuditSeals,
  range: { from: Date; before: Date },
): AsyncGenerator<string> {
  let last = { happenedOn: range.from.toISOString(), id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const rows = await rowsAfter(db, last, range.before)
    for (const row of rows)
      yield JSON.stringify({ ...row, position: row.position === null ? null : Number(row.position) })
    if (rows.length < page) break
    last = rows.at(-1) ?? last
  }
  const head = await newestAuditHead(db)
  if (!head) return
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const { number, position, markedOn } = head
  const signed = { number, position, markedOn, seal: hex(head.seal), signature: hex(head.signature) }
  yield JSON.stringify({ head: signed, publicKeys: seals.publicKeys() })
}

type ExportedRow = AuditRow & { position: string | null; seal: string | null }

/** One statement sees a row in exactly one of the tables, also while the retention moves it. */
function rowsAfter(
  db: Queryable,
  last: { happenedOn: string; id: string },
  before: Date,
): Promise<ExportedRow[]> {
  const rowsOf = (table: string) => sql`
    (select ${auditRowColumns}, position, encode(seal, 'hex') as seal, happened_on
     from ${sql.identifier(table)} as kept
     where (happened_on, kept.id) > (${last.happenedOn}::timestamptz, ${last.id}::uuid)
       and happened_on < ${before.toISOString()}::timestamptz
     order by happened_on, kept.id limit ${page})`
  return db.execute<ExportedRow>(sql`
    select id, "happenedOn", "actorKind", "agentId", actor, action, subject, outcome, "requestId", "traceId", address,
      position, seal
    from (${rowsOf('audit_events')} union all ${rowsOf('audit_archive')}) as rows
    order by happened_on, id limit ${page}`)
}
