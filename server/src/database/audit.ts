import { newId } from '../domain/new-id.ts'
import type { AuditStore } from '../domain/stores.ts'
import type { Queryable } from './queryable.ts'
import { auditEvents } from './schema.ts'

export function auditIn(db: Queryable): AuditStore {
  return {
    async append({ at, ...event }) {
      await db.insert(auditEvents).values({ ...event, id: newId(at), happenedOn: at })
    },
  }
}
