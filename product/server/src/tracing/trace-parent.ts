import { randomUUID } from 'node:crypto'

/** The content of a W3C `traceparent` header: the trace to continue, and the caller's span. */
export type TraceParent = { traceId: string; spanId: string; isSampled: boolean }

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Reads a `traceparent` header. Returns undefined for a missing or malformed header, so that a new trace begins. */
export function readTraceParent(header: string | string[] | undefined): TraceParent | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (isZero(traceId) || isZero(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}

export function newSpanId(): string {
  return newTraceId().slice(16)
}

function isZero(id: string): boolean {
  return /^0+$/.test(id)
}
