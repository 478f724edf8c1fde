import type { FastifyRequest } from 'fastify'

const recordedLength = 128

/** The body's header object, empty when there is none or it is something else. */
export function headerOf(request: FastifyRequest): Record<string, unknown> {
  const header = (request.body as { header?: unknown } | null | undefined)?.header
  return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {}
}

/**
 * The ids that the caller gave: recorded where they can be read, absent where not. Nothing in them is believed and
 * nobody is refused for them (decisions.md section 2).
 */
export function readIds(request: FastifyRequest): {
  requestId: string | undefined
  headerTraceId: string | undefined
} {
  const header = headerOf(request)
  return { requestId: recorded(header['requestId']), headerTraceId: recorded(header['traceId']) }
}

/** One line of printable text, capped; U+0000 and lone surrogates are no text to PostgreSQL. */
function recorded(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').slice(0, recordedLength)
  return text === '' ? undefined : text
}
