import { and, desc, eq, gte, lt } from 'drizzle-orm'

import type { OrderList } from '../domain/administration-stores.ts'
import type { Queryable } from './queryable.ts'
import { orders } from './schema.ts'

export function orderListIn(db: Queryable): OrderList {
  return {
    async ofAgent(agentId, { status, from, before, limit }) {
      return (
        db
          .select({
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
          })
          .from(orders)
          .where(
            and(
              eq(orders.agentId, agentId),
              status && eq(orders.status, status),
              from && gte(orders.createdOn, from),
              before && lt(orders.createdOn, before),
            ),
          )
          // Their ids begin with the time: the primary key gives this order, whatever the status.
          .orderBy(desc(orders.id))
          .limit(limit)
      )
    },
  }
}
