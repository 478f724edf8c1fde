import { isSameRow, type AuditRow, type AuditSeals } from '../domain/audit-seal.ts'
import { newId } from '../domain/new-id.ts'
import type { AuditEvent, AuditStore } from '../domain/stores.ts'
import { writtenRow, writtenRowColumns } from './audit-rows.ts'
import { bytes, moment, nullable, text, textOf, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/** The database dropped or changed an audit row as it was written. The transaction fails with it. */
export class AuditRowNotKept extends Error {
  override name = 'AuditRowNotKept'
  constructor() {
    super(
      'The database did not keep an audit row as it was written: look for a trigger or rule on audit_events.',
    )
  }
}

/** @throws AuditRowNotKept from `append` */
export function auditIn(db: Runner, seals: AuditSeals): AuditStore {
  return {
    async append(event) {
      const row = rowOf(event)
      const mac = seals.mac(row)
      const kept = await insertRow.first(db, { ...row, at: event.at, mac })
      const isKept = kept?.mac && isSameRow(kept, row) && Buffer.compare(kept.mac, mac) === 0
      if (isKept !== true) throw new AuditRowNotKept()
    },
  }
}

function rowOf({ at, actorKind, actor, action, subject, outcome, ...origin }: AuditEvent) {
  return {
    id: newId(at),
    // PostgreSQL writes microseconds.
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
  } satisfies AuditRow
}

/** Replaces half characters of UTF-16, which PostgreSQL would replace. */
function inUtf8(value: string): string {
  return Buffer.from(value).toString()
}

const actorKind = textOf<AuditEvent['actorKind']>()

const insertRow = statement('audit.append', 'one-node', writtenRow)`
  insert into audit_events
    (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id, address, mac)
  values (${uuid('id')}, ${moment('at')}, ${actorKind('actorKind')}, ${nullable(uuid)('agentId')}, ${text('actor')},
    ${text('action')}, ${text('subject')}, ${text('outcome')}, ${nullable(text)('requestId')},
    ${nullable(text)('traceId')}, ${nullable(text)('address')}, ${bytes('mac')})
  returning ${writtenRowColumns}`
