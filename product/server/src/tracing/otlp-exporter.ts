import { randomUUID } from 'node:crypto'

import { SpanKind, SpanStatusCode, TraceFlags, type HrTime } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base'

import { build } from '../process/build.ts'
import type { FinishedSpan, SpanSink } from './tracer.ts'

export type OtlpSettings = {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  resourceAttributes: Record<string, string>
}

export type OtlpExporter = SpanSink & {
  /** Sends the waiting spans. Resolves when they are sent or dropped. */
  stop(): Promise<void>
}

/** The largest number of spans that wait in memory while the collector is unreachable. Further spans are dropped. */
const maxQueueSize = 4_096
const timeoutMillis = 5_000

/** Creates an exporter for spans. A batch that cannot be delivered is lost, because traces serve only diagnosis. */
export function createOtlpExporter(
  settings: OtlpSettings,
  { onFault }: { onFault: (error: unknown) => void },
): OtlpExporter {
  const resource = resourceFromAttributes({
    'service.version': build.version,
    'service.instance.id': randomUUID(),
    ...settings.resourceAttributes,
    'service.name': settings.serviceName,
    'vcs.ref.head.revision': build.commit,
  })
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`
  const collector = new OTLPTraceExporter({ url, headers: settings.headers, timeoutMillis })
  let isFailing = false
  const exporter: SpanExporter = {
    export: (spans, done) =>
      collector.export(spans, result => {
        const { error: cause } = result
        // onFault gets one error per outage instead of one per batch.
        if (cause && !isFailing) onFault(new Error('the trace collector took no spans', { cause }))
        isFailing = cause !== undefined
        done(result)
      }),
    shutdown: () => collector.shutdown(),
  }
  const processor = new BatchSpanProcessor(exporter, { maxQueueSize })
  return {
    put: span => processor.onEnd(readable(span, resource)),
    // A failed batch rejects here; onFault has already reported it.
    stop: () => processor.shutdown().catch(() => {}),
  }
}

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT }

function readable(span: FinishedSpan, resource: Resource): ReadableSpan {
  const { traceId, spanId, parentSpanId, name, startedOn, endedOn, attributes } = span
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED }
  return {
    name,
    kind: kinds[span.kind],
    spanContext: () => context,
    ...(parentSpanId !== undefined && { parentSpanContext: { ...context, spanId: parentSpanId } }),
    startTime: hrTime(startedOn.getTime()),
    endTime: hrTime(endedOn.getTime()),
    duration: hrTime(endedOn.getTime() - startedOn.getTime()),
    status: { code: span.isFault ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'ekyc-server' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function hrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), (ms % 1_000) * 1e6]
}
