import type { KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { FastifyRequest } from 'fastify'

import { recordedId } from './caller-ids.ts'

/** Returns the values of all headers of this name, in lower case; Node's own `headers` keeps only the first of several. */
export function allNamed({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at] ?? ''
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

/** Returns the body's header object; empty when it is missing or not an object. */
export function headerOf(request: FastifyRequest): Record<string, unknown> {
  const header = (request.body as { header?: unknown } | null | undefined)?.header
  return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {}
}

/**
 * Reads the caller's ids for the log and the audit trail. They grant nothing, and never lead to a refusal (decisions.md
 * section 2).
 */
export function readIds(
  request: FastifyRequest,
  key: KeyObject,
): { requestId: string | undefined; headerTraceId: string | undefined } {
  const header = headerOf(request)
  return {
    requestId: recordedId(header['requestId'], key),
    headerTraceId: recordedId(header['traceId'], key),
  }
}
