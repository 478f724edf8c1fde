import type { FastifyRequest } from 'fastify'

import type { Origin } from '../domain/origin.ts'
import { readMoment } from './read-moment.ts'

const recordedLength = 128

/**
 * What the request's header object tells: recorded where it can be read, absent where not. Nothing in it is believed
 * and nobody is refused for it (decisions.md section 2).
 */
export function readOrigin(request: FastifyRequest): Origin {
  const header = headerOf(request)
  return {
    address: request.ip,
    requestId: recorded(header['requestId']),
    traceId: recorded(header['traceId']),
  }
}

/** When the caller says it sent this: rules the date in the password cipher. */
export function readSentOn(request: FastifyRequest): Date | undefined {
  return readMoment(headerOf(request)['datetime'])
}

function headerOf(request: FastifyRequest): Record<string, unknown> {
  const header = (request.body as { header?: unknown } | undefined)?.header
  return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {}
}

/** One line of printable text, capped; U+0000 and lone surrogates are no text to PostgreSQL. */
function recorded(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').slice(0, recordedLength)
  return text === '' ? undefined : text
}
