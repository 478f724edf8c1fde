import type { FastifyRequest } from 'fastify'

import type { Origin } from '../domain/origin.ts'
import { headerOf } from './read-header.ts'
import { readMoment } from './read-moment.ts'
import { traceOf } from './request-trace.ts'

/** For throttles and the audit trail; a caller that names no trace is found again by the one in the log. */
export function readOrigin(request: FastifyRequest): Origin {
  const { requestId, headerTraceId, traceId } = traceOf(request)
  return { address: request.ip, requestId, traceId: headerTraceId ?? traceId }
}

/** When the caller says it sent this: rules the date in the password cipher. */
export function readSentOn(request: FastifyRequest): Date | undefined {
  return readMoment(headerOf(request)['datetime'])
}
