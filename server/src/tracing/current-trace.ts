import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that the running code works for. Every log line made on its way carries its ids. */
export type CurrentTrace = {
  /** 32 hex digits: the caller's by its `traceparent`, else ours. */
  traceId: string
  /** The span that is open; spans begun now are below it. */
  spanId: string
  /** The span of the caller. */
  parentSpanId: string | undefined
  isSampled: boolean
  /** What the body's header object tells: only once it has been read, and only where it can be. */
  requestId?: string | undefined
  headerTraceId?: string | undefined
}

const currentTrace = new AsyncLocalStorage<CurrentTrace>()
let within = 0

/** The trace of the `inTrace` that the running code is within. */
export function traceNow(): CurrentTrace | undefined {
  return currentTrace.getStore()
}

/** On Node 20 a storage makes every promise of the process dearer: it is on while somebody is within, and only then. */
export async function inTrace<T>(trace: CurrentTrace, work: () => Promise<T>): Promise<T> {
  within += 1
  try {
    return await currentTrace.run(trace, work)
  } finally {
    within -= 1
    if (within === 0) currentTrace.disable()
  }
}

/** W3C Trace Context for a call of ours to somebody else: their spans go below ours. Nothing outside of a trace. */
export function traceParentHeader(): { traceparent?: string } {
  const trace = traceNow()
  if (!trace) return {}
  return { traceparent: `00-${trace.traceId}-${trace.spanId}-${trace.isSampled ? '01' : '00'}` }
}

/** What a log line says of the request it belongs to. */
export function traceFields(trace = traceNow()): object {
  if (!trace) return {}
  const { traceId, requestId, headerTraceId } = trace
  return { traceId, requestId, headerTraceId }
}
