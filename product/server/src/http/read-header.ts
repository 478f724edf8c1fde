import type { KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { FastifyRequest } from 'fastify'

import { recordedId } from './caller-ids.ts'

/** Returns all values of the header with this lower-case name. Node's `headers` keeps only the first for some names. */
export function allNamed({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at] ?? ''
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

export function headerOf(request: FastifyRequest): Record<string, unknown> {
  const header = (request.body as { header?: unknown } | null | undefined)?.header
  return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {}
}

/**
 * Reads the ids that the caller sends for the log and the audit trail. These ids grant no rights and never cause a
 * refusal (decisions.md section 2).
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
