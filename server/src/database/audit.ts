import { sql } from 'drizzle-orm'

import { newId } from '../domain/new-id.ts'
import type { AuditStore } from '../domain/stores.ts'
import { builtOnce } from './built-once.ts'
import type { Queryable } from './queryable.ts'
import { auditEvents } from './schema.ts'

export function auditIn(db: Queryable): AuditStore {
  return {
    async append({ at, ...event }) {
      await insertEvent(db, { ...event, id: newId(at), happenedOn: at })
    },
  }
}

const insertEvent = builtOnce(db =>
  db.insert(auditEvents).values({
    id: sql.placeholder('id'),
    happenedOn: sql.placeholder('happenedOn'),
    actorKind: sql.placeholder('actorKind'),
    agentId: sql.placeholder('agentId'),
    actor: sql.placeholder('actor'),
    action: sql.placeholder('action'),
    subject: sql.placeholder('subject'),
    outcome: sql.placeholder('outcome'),
    requestId: sql.placeholder('requestId'),
    traceId: sql.placeholder('traceId'),
    address: sql.placeholder('address'),
  }),
)
