import { newId } from '../domain/new-id.ts'
import type { AuditEvent, AuditStore } from '../domain/stores.ts'
import { moment, nullable, text, textOf, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

export function auditIn(db: Runner): AuditStore {
  return {
    async append(event) {
      await insertEvent(db, { ...event, id: newId(event.at) })
    },
  }
}

const actorKind = textOf<AuditEvent['actorKind']>()

const insertEvent = statement('audit.append')`
  insert into audit_events
    (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id, address)
  values (${uuid('id')}, ${moment('at')}, ${actorKind('actorKind')}, ${nullable(uuid)('agentId')}, ${text('actor')},
    ${text('action')}, ${text('subject')}, ${text('outcome')}, ${nullable(text)('requestId')},
    ${nullable(text)('traceId')}, ${nullable(text)('address')})`
