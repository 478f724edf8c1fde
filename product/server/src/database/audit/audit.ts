import { isSameAuditRow, type AuditSeals } from '../../domain/audit/audit-seal.ts'
import { newId } from '../../domain/new-id.ts'
import type { AuditEvent, AuditStore } from '../../domain/audit/audit-trail.ts'
import { writtenRow, writtenRowColumns } from './audit-rows.ts'
import { bytes, moment, nullable, text, uuid } from '../link/column-types.ts'
import type { Runner } from '../link/runner.ts'
import { statement } from '../link/sql.ts'

/** Reports that the database dropped or changed an audit row while writing it. The transaction fails. */
class AuditRowNotKept extends Error {
  override name = 'AuditRowNotKept'
  constructor() {
    super(
      'The database did not keep an audit row as it was written: look for a trigger or rule on audit_events.',
    )
  }
}

/**
 * Returns a store whose `append` throws AuditRowNotKept if the database drops or changes the row. The witness learns of
 * a row after its commit, and of no row whose commit got no answer.
 */
export function auditIn(db: Runner, seals: AuditSeals): AuditStore {
  return {
    async append(event) {
      const id = newId(event.at)
      const row = rowOf(id, event)
      const mac = seals.mac(row)
      await insert(db, { at: event.at, row, mac })
      if (db.afterCommit) db.afterCommit(() => seals.witness({ id, mac }))
      else seals.witness({ id, mac })
    },
  }
}

type WrittenRow = ReturnType<typeof rowOf>

async function insert(
  db: Runner,
  { at, row, mac }: { at: Date; row: WrittenRow; mac: Uint8Array },
): Promise<void> {
  const auditRow = await insertRow.first(db, { ...row, at, mac })
  const isKept = auditRow?.mac && isSameAuditRow(auditRow, row) && Buffer.compare(auditRow.mac, mac) === 0
  if (isKept !== true) throw new AuditRowNotKept()
}

function rowOf(id: string, { at, actorKind, actor, action, subject, outcome, ...origin }: AuditEvent) {
  return {
    id,
    // PostgreSQL returns the time with microseconds, and the stored row must equal the written row.
    happenedOn: at.toISOString().replace('Z', '000Z'),
    actorKind,
    agentId: origin.agentId ?? null,
    actor: inUtf8(actor),
    action,
    subject: inUtf8(subject),
    outcome: inUtf8(outcome),
    requestId: origin.requestId ?? null,
    traceId: origin.traceId ?? null,
    address: origin.address ?? null,
  }
}

/** Replaces unpaired surrogates of UTF-16, as the driver would do, so that the stored row equals the written row. */
function inUtf8(value: string): string {
  return Buffer.from(value).toString()
}

const insertRow = statement('audit.append', writtenRow)`
  insert into audit_events
    (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id, address, mac)
  values (${uuid('id')}, ${moment('at')}, ${text('actorKind')}, ${nullable(uuid)('agentId')}, ${text('actor')},
    ${text('action')}, ${text('subject')}, ${text('outcome')}, ${nullable(text)('requestId')},
    ${nullable(text)('traceId')}, ${nullable(text)('address')}, ${bytes('mac')})
  returning ${writtenRowColumns}`
