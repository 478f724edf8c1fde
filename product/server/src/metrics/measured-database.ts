import type { Database } from '../domain/stores.ts'
import { traceNow } from '../tracing/current-trace.ts'
import type { Tracer } from '../tracing/tracer.ts'
import type { Metrics } from './metrics.ts'

/** Wraps the database. Writes a span for each transaction of a request and counts abandoned messages. */
export function measuredDatabase(database: Database, metrics: Metrics, tracer: Tracer): Database {
  const { outbox } = database
  return {
    ...database,
    transaction: work =>
      // Only requests are traced, because jobs would start a new trace every second.
      traceNow()
        ? tracer.span('database transaction', 'client', () => database.transaction(work))
        : database.transaction(work),
    outbox: {
      ...outbox,
      async markDead(...message) {
        await outbox.markDead(...message)
        metrics.countDeadMessage()
      },
    },
  }
}
