import type { FastifyRequest } from 'fastify'

import type { Origin } from '../domain/origin.ts'
import { readMoment } from '../domain/read-moment.ts'
import { callerAddress, networkOf } from './caller-address.ts'
import { headerOf } from './read-header.ts'
import { traceOf } from './request-trace.ts'

/** For throttles and the audit trail; a caller that names no trace is found again by the one in the log. */
export function readOrigin(request: FastifyRequest): Origin {
  const { requestId, headerTraceId, traceId } = traceOf(request)
  const address = callerAddress(request)
  return { address, network: networkOf(address), requestId, traceId: headerTraceId ?? traceId }
}

/** When the caller says it sent this: rules the date in the password cipher. */
export function readSentOn(request: FastifyRequest): Date | undefined {
  return readMoment(headerOf(request)['datetime'])
}
