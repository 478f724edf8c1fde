import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Every log line of the request contains the ids of its trace. */
export type TraceContext = {
  /** 32 hex digits, from the caller's `traceparent` header or else random. */
  traceId: string
  /** The open span is the parent of new spans. */
  spanId: string
  parentSpanId: string | undefined
  isSampled: boolean
  /** The ids in the `header` object of the body. They are set after the body has been read. */
  requestId?: string | undefined
  headerTraceId?: string | undefined
  /** The id of the agent who owns the request's token. It is never a phone or a name. */
  agentId?: string | undefined
}

const traceParent = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const traceStorage = new AsyncLocalStorage<TraceContext>()

export function currentTrace(): TraceContext | undefined {
  return traceStorage.getStore()
}

export function runInTrace<T>(trace: TraceContext, work: () => Promise<T>): Promise<T> {
  return traceStorage.run(trace, work)
}

/** The W3C Trace Context header for a call to another service, whose spans become children of the open span. */
export function traceParentHeader(): { traceparent?: string } {
  const trace = currentTrace()
  if (!trace) return {}
  return { traceparent: `00-${trace.traceId}-${trace.spanId}-${trace.isSampled ? '01' : '00'}` }
}

/** Returns undefined for a missing or malformed W3C `traceparent` header, so that a new trace begins. */
export function readTraceParent(
  header: string | string[] | undefined,
): Pick<TraceContext, 'traceId' | 'spanId' | 'isSampled'> | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = traceParent.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (isZero(traceId) || isZero(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function traceLogFields(trace = currentTrace()): object {
  if (!trace) return {}
  const { traceId, requestId, headerTraceId, agentId } = trace
  return { traceId, requestId, headerTraceId, agentId }
}

export type FinishedSpan = Pick<TraceContext, 'traceId' | 'spanId' | 'parentSpanId'> & {
  name: string
  kind: 'server' | 'client'
  startedOn: Date
  endedOn: Date
  attributes: Record<string, string | number>
  isFault: boolean
}

export type SpanSink = { put(span: FinishedSpan): void }

export type Tracer = ReturnType<typeof createTracer>

/** Without a sink, no span is measured. */
export function createTracer(sink: SpanSink | undefined) {
  return {
    put: (span: FinishedSpan) => sink?.put(span),
    /** Outside a request, the span starts a new trace. */
    async span<T>(name: string, work: () => Promise<T>): Promise<T> {
      if (!sink) return work()
      const parent = currentTrace()
      const trace = {
        isSampled: true,
        traceId: newTraceId(),
        ...parent,
        spanId: newTraceId().slice(16),
        parentSpanId: parent?.spanId,
      }
      const { traceId, spanId, parentSpanId, isSampled } = trace
      const startedOn = new Date()
      let isFault = true
      try {
        const result = await runInTrace(trace, work)
        isFault = false
        return result
      } finally {
        const span = {
          name,
          kind: 'client',
          startedOn,
          endedOn: new Date(),
          attributes: {},
          isFault,
        } as const
        if (isSampled) sink.put({ traceId, spanId, parentSpanId, ...span })
      }
    },
  }
}

function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}

function isZero(id: string): boolean {
  return /^0+$/.test(id)
}
