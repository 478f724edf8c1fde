import type { FastifyRequest } from 'fastify'

import { type Origin, readUserAgent } from '../domain/sign-in/origin.ts'
import { readMoment } from '../domain/read-moment.ts'
import { callerAddress, networksOf } from './caller-address.ts'
import type { DeviceCookies } from './device-cookies.ts'
import { headerOf } from './read-header.ts'
import { traceOf } from './connections/request-trace.ts'

/**
 * Reads the origin of a call, for throttles and the audit trail. If the caller sends no trace id, the origin has the
 * trace id of the log.
 */
export function readOrigin(request: FastifyRequest, devices: DeviceCookies): Origin {
  const { requestId, headerTraceId, traceId } = traceOf(request)
  const address = callerAddress(request)
  const origin = { address, ...networksOf(address), device: devices.find(request) }
  const { device } = (request.body ?? {}) as { device?: unknown }
  return { ...origin, userAgent: readUserAgent(device), requestId, traceId: headerTraceId ?? traceId }
}

/** Reads the time of the call as the caller states it. The decryption of the password needs the date of this time. */
export function readSentOn(request: FastifyRequest): Date | undefined {
  return readMoment(headerOf(request)['datetime'])
}
