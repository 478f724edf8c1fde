import { randomUUID } from 'node:crypto'

import { inTrace, traceNow } from './current-trace.ts'

export type FinishedSpan = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: 'internal' | 'server' | 'client'
  startedOn: Date
  endedOn: Date
  attributes: Record<string, string | number>
  isFault: boolean
}

/** The receiver of finished spans. Without an exporter there is no receiver, and no span is measured. */
export type SpanSink = { put(span: FinishedSpan): void }

export type Tracer = {
  /** Runs `work` within a new span, a child of the open span. Outside a request, the span starts a new trace. */
  span<T>(name: string, kind: FinishedSpan['kind'], work: () => Promise<T>): Promise<T>
  /** Records a span whose start and end were measured elsewhere. */
  put(span: FinishedSpan): void
}

export function createTracer(sink: SpanSink | undefined): Tracer {
  if (!sink) return { span: (_name, _kind, work) => work(), put: () => {} }

  return {
    put: span => sink.put(span),
    async span(name, kind, work) {
      const parent = traceNow()
      const trace = {
        isSampled: true,
        traceId: newTraceId(),
        ...parent,
        spanId: newSpanId(),
        parentSpanId: parent?.spanId,
      }
      const startedOn = new Date()
      let isFault = true
      try {
        const result = await inTrace(trace, work)
        isFault = false
        return result
      } finally {
        const { traceId, spanId, parentSpanId } = trace
        const times = { startedOn, endedOn: new Date() }
        if (trace.isSampled)
          sink.put({ traceId, spanId, parentSpanId, name, kind, ...times, attributes: {}, isFault })
      }
    },
  }
}

function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}

function newSpanId(): string {
  return newTraceId().slice(16)
}
