import {
  Unavailable,
  type IdentityAuthority,
  type ReferenceDirectory,
  type SmsSender,
} from '../domain/ports.ts'
import type { Database } from '../domain/stores.ts'
import { currentTrace, type Tracer } from '../tracing/trace.ts'
import type { Metrics } from './metrics.ts'

export function traceTransactions(database: Database, tracer: Tracer): Database {
  return {
    ...database,
    transaction: work =>
      // Only requests are traced, because jobs would start a new trace every second.
      currentTrace()
        ? tracer.span('database transaction', () => database.transaction(work))
        : database.transaction(work),
  }
}

export type ExternalServices = { authority: IdentityAuthority; bank: ReferenceDirectory; sms: SmsSender }

/** Records the duration and outcome of each exchange, never its content. */
export function instrumentGateways(
  outside: ExternalServices,
  metrics: Metrics,
  tracer: Tracer,
): ExternalServices {
  const { authority, bank, sms } = outside

  async function measured<T>(
    name: string,
    work: () => Promise<T>,
    tell: (outcome: string, seconds: number) => void,
    outcomeOf: (result: T) => string = () => 'answered',
  ): Promise<T> {
    const began = performance.now()
    let outcome = 'fault'
    try {
      const result = await tracer.span(name, work)
      outcome = outcomeOf(result)
      return result
    } catch (error) {
      if (error instanceof Unavailable) outcome = 'unavailable'
      throw error
    } finally {
      tell(outcome, (performance.now() - began) / 1_000)
    }
  }

  const atBank = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    measured(`bank ${operation}`, work, (outcome, seconds) =>
      metrics.bankSeconds.observe({ operation, outcome }, seconds),
    )

  return {
    authority: {
      wadh: authority.wadh,
      verify: request =>
        measured(
          'authority verify',
          () => authority.verify(request),
          (verdict, seconds) => metrics.authoritySeconds.observe({ verdict }, seconds),
          ({ kind }) => kind,
        ),
    },
    bank: {
      look: reference => atBank('look', () => bank.look(reference)),
      customerOf: reference => atBank('customer', () => bank.customerOf(reference)),
      deliverResult: delivery => atBank('result', () => bank.deliverResult(delivery)),
    },
    sms: {
      send: message =>
        measured(
          'sms send',
          () => sms.send(message),
          (outcome, seconds) => metrics.smsSeconds.observe({ outcome }, seconds),
        ),
    },
  }
}
