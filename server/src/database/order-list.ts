import { and, desc, eq, gte, lt, or } from 'drizzle-orm'

import type { OrderList } from '../domain/administration-stores.ts'
import type { Queryable } from './queryable.ts'
import { agents, orders } from './schema.ts'

// Ids of orders begin with the time: the newest first, whatever the status.
const newestFirst = desc(orders.id)

export function orderListIn(db: Queryable): OrderList {
  return {
    async ofAgent(agentId, { status, from, before, limit }) {
      return db
        .select(columns)
        .from(orders)
        .where(
          and(
            eq(orders.agentId, agentId),
            status && eq(orders.status, status),
            from && gte(orders.createdOn, from),
            before && lt(orders.createdOn, before),
          ),
        )
        .orderBy(newestFirst)
        .limit(limit)
    },

    async named(text, limit) {
      return db
        .select({ mobile: agents.mobile, ...columns })
        .from(orders)
        .leftJoin(agents, eq(agents.id, orders.agentId))
        .where(
          or(
            eq(orders.reference, text),
            eq(orders.transactionId, text),
            uuidForm.test(text) ? eq(orders.id, text) : undefined,
          ),
        )
        .orderBy(newestFirst)
        .limit(limit)
    },
  }
}

const columns = {
  id: orders.id,
  reference: orders.reference,
  status: orders.status,
  createdOn: orders.createdOn,
  expiresOn: orders.expiresOn,
  completedOn: orders.completedOn,
  transactionId: orders.transactionId,
  outcome: orders.outcome,
  message: orders.message,
  errorSource: orders.errorSource,
  errorCode: orders.errorCode,
  action: orders.action,
}

/** PostgreSQL refuses to compare an id with anything else. */
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
