import { randomUUID } from 'node:crypto'

import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'

import { buildInfo } from '../process/build-info.ts'
import type { SpanSink } from './trace.ts'

type OtlpSettings = {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  resourceAttributes: Record<string, string>
}

type OtlpExporter = SpanSink & {
  /** Resolves when the waiting spans are sent or dropped. */
  stop(): Promise<void>
}

/** Further spans are dropped while the collector is unreachable. */
const maxQueueSize = 4_096
const timeoutMillis = 5_000

/** A batch that cannot be delivered is lost, because traces serve only diagnosis. */
export function createOtlpExporter(
  settings: OtlpSettings,
  { onFault }: { onFault: (error: unknown) => void },
): OtlpExporter {
  const resource = resourceFromAttributes({
    'service.version': buildInfo.version,
    'service.instance.id': randomUUID(),
    ...settings.resourceAttributes,
    'service.name': settings.serviceName,
    'vcs.ref.head.revision': buildInfo.commit,
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
  /** The ids of the span that is being made. The tracer's spans have their ids already. */
  let ids = { traceId: '', spanId: '' }
  const provider = new BasicTracerProvider({
    resource,
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => ids.traceId, generateSpanId: () => ids.spanId },
    spanProcessors: [new BatchSpanProcessor(exporter, { maxQueueSize })],
  })
  const spans = provider.getTracer('ekyc-server')
  return {
    put({ traceId, spanId, parentSpanId, name, kind, startedOn, endedOn, attributes, isFault }) {
      ids = { traceId, spanId }
      const parent = parentSpanId && { traceId, spanId: parentSpanId, traceFlags: TraceFlags.SAMPLED }
      const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
      const span = spans.startSpan(name, { kind: kinds[kind], startTime: startedOn, attributes }, context)
      if (isFault) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedOn)
    },
    // A failed batch rejects here; onFault has already reported it.
    stop: () => provider.shutdown().catch(() => {}),
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT }
