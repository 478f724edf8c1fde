import type { Database } from '../domain/stores.ts'
import { traceNow } from '../tracing/current-trace.ts'
import type { Tracer } from '../tracing/tracer.ts'
import type { Metrics } from './metrics.ts'

/** Wraps the database: a span for each transaction of a request, and a counter of abandoned messages. */
export function measuredDatabase(database: Database, metrics: Metrics, tracer: Tracer): Database {
  const { outbox } = database
  return {
    ...database,
    transaction: (work, sending) =>
      // Traces only requests: jobs would begin a new trace every second.
      traceNow()
        ? tracer.span('database transaction', 'client', () => database.transaction(work, sending))
        : database.transaction(work, sending),
    outbox: {
      ...outbox,
      async markDead(...message) {
        await outbox.markDead(...message)
        metrics.countDeadMessage()
      },
    },
  }
}
