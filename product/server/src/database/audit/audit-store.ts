import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { newId } from '../../domain/ids.ts'
import type { AuditEvent } from '../../domain/audit/audit-events.ts'
import { rowWithMacFields, rowWithMacColumns } from './audit-rows.ts'
import { statement, t, type SqlRunner } from '../link/sql.ts'

/**
 * `append` fails the transaction if the database drops or changes the row. The witness learns of committed rows only.
 */
export function createAuditStore(db: SqlRunner, seals: AuditSeals) {
  return {
    async append(event: AuditEvent): Promise<void> {
      const id = newId(event.at)
      const row = rowOf(id, event)
      const mac = seals.mac(row)
      const kept = await insertRow.first(db, { ...row, at: event.at, mac })
      if (!kept?.mac || Buffer.compare(kept.mac, mac) !== 0 || !seals.isOurs(kept, mac))
        throw new Error(
          'The database did not keep an audit row as it was written: look for a trigger or rule on audit_events.',
        )
      if (db.afterCommit) db.afterCommit(() => seals.witness({ id, mac }))
      else seals.witness({ id, mac })
    },
  }
}

function rowOf(id: string, { at, agentId, requestId, traceId, address, ...event }: AuditEvent) {
  return {
    ...event,
    id,
    // PostgreSQL returns the time with microseconds, and the stored row must equal the written row.
    happenedOn: at.toISOString().replace('Z', '000Z'),
    actor: inUtf8(event.actor),
    subject: inUtf8(event.subject),
    outcome: inUtf8(event.outcome),
    agentId: agentId ?? null,
    requestId: requestId ?? null,
    traceId: traceId ?? null,
    address: address ?? null,
  }
}

/** Replaces unpaired surrogates of UTF-16, as the driver would do, so that the stored row equals the written row. */
function inUtf8(value: string): string {
  return Buffer.from(value).toString()
}

const insertRow = statement('audit.append', rowWithMacFields)`
  insert into audit_events
    (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id, address, mac)
  values (${t.uuid('id')}, ${t.moment('at')}, ${t.text('actorKind')}, ${t.nullable(t.uuid)('agentId')},
    ${t.text('actor')},
    ${t.text('action')}, ${t.text('subject')}, ${t.text('outcome')}, ${t.nullable(t.text)('requestId')},
    ${t.nullable(t.text)('traceId')}, ${t.nullable(t.text)('address')}, ${t.bytes('mac')})
  returning ${rowWithMacColumns}`
