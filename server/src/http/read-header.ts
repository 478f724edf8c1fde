import type { FastifyRequest } from 'fastify'

import { recordedId } from './caller-ids.ts'

/** The body's header object, empty when there is none or it is something else. */
export function headerOf(request: FastifyRequest): Record<string, unknown> {
  const header = (request.body as { header?: unknown } | null | undefined)?.header
  return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {}
}

/**
 * The ids that the caller gave, as they are recorded. Nothing in them is believed and nobody is refused for them
 * (decisions.md section 2).
 */
export function readIds(
  request: FastifyRequest,
  key: Buffer,
): { requestId: string | undefined; headerTraceId: string | undefined } {
  const header = headerOf(request)
  return {
    requestId: recordedId(header['requestId'], key),
    headerTraceId: recordedId(header['traceId'], key),
  }
}
