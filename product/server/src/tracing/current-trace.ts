import { AsyncLocalStorage } from 'node:async_hooks'

/** The trace of the current request. Every log line within it carries its ids. */
export type CurrentTrace = {
  /** 32 hex digits from the caller's `traceparent`, else new ones. */
  traceId: string
  /** The open span, which is the parent of new spans. */
  spanId: string
  /** The caller's span. */
  parentSpanId: string | undefined
  isSampled: boolean
  /** Ids from the body's header object, set after the body has been read. */
  requestId?: string | undefined
  headerTraceId?: string | undefined
  /** The owner of the request's token, by id; never a phone or a name. */
  agentId?: string | undefined
  /** True for a synthetic agent: logs and spans say so, and metrics leave the request out. */
  isSynthetic?: boolean | undefined
}

const currentTrace = new AsyncLocalStorage<CurrentTrace>()
let within = 0

/** Returns the trace of the enclosing `inTrace`. */
export function traceNow(): CurrentTrace | undefined {
  return currentTrace.getStore()
}

/** Marks the request as one of a synthetic agent. */
export function markSynthetic(): void {
  const trace = traceNow()
  if (trace) trace.isSynthetic = true
}

/** Enables the storage only while a trace runs: before Node 24 it slows every promise of the process. */
export async function inTrace<T>(trace: CurrentTrace, work: () => Promise<T>): Promise<T> {
  within += 1
  try {
    return await currentTrace.run(trace, work)
  } finally {
    within -= 1
    if (within === 0) currentTrace.disable()
  }
}

/**
 * Returns the W3C Trace Context header for a call to another service, whose spans become children of ours. Empty
 * outside a trace.
 */
export function traceParentHeader(): { traceparent?: string } {
  const trace = traceNow()
  if (!trace) return {}
  return { traceparent: `00-${trace.traceId}-${trace.spanId}-${trace.isSampled ? '01' : '00'}` }
}

/** Returns a log line's fields about its request. */
export function traceFields(trace = traceNow()): object {
  if (!trace) return {}
  const { traceId, requestId, headerTraceId, agentId, isSynthetic } = trace
  return { traceId, requestId, headerTraceId, agentId, ...(isSynthetic && { synthetic: true }) }
}
