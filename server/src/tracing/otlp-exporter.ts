import { randomUUID } from 'node:crypto'

import { build } from '../build.ts'
import type { FinishedSpan, SpanAttributes, SpanSink } from './tracer.ts'

export type OtlpSettings = {
  /** Base address of a collector, such as http://collector:4318. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Attributes of this process in addition to the built-in ones. */
  resourceAttributes: Record<string, string>
}

export type OtlpExporter = SpanSink & {
  /** Sends the waiting spans; resolves when they are delivered or dropped. */
  stop(): Promise<void>
}

const everyMs = 5_000
const batch = 512
/** The limit bounds memory while the collector is away; further spans are dropped. */
const mostWaiting = 4_096
const deadlineMs = 5_000

/**
 * Sends spans as OTLP/HTTP in JSON (opentelemetry.io/docs/specs/otlp), which every collector accepts on port 4318. An
 * undeliverable batch is lost: traces serve diagnosis, not the record.
 */
export function createOtlpExporter(
  settings: OtlpSettings,
  dependencies: { onFault: (error: unknown) => void; fetch?: typeof fetch },
): OtlpExporter {
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`
  const resource = {
    'service.version': build.version,
    'service.instance.id': randomUUID(),
    ...settings.resourceAttributes,
    'service.name': settings.serviceName,
    'vcs.ref.head.revision': build.commit,
  }
  const waiting: FinishedSpan[] = []
  let sending: Promise<void> | undefined
  let failures = 0
  const timer = setInterval(() => void sendSoon(), everyMs).unref()

  function sendSoon(): Promise<void> {
    sending ??= sendAll().finally(() => (sending = undefined))
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const isSent = await send(waiting.splice(0, batch))
      if (!isSent) return
    }
  }

  async function send(spans: FinishedSpan[]): Promise<boolean> {
    try {
      const answer = await (dependencies.fetch ?? fetch)(url, {
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body: JSON.stringify(exportOf(spans, resource)),
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`the trace collector answered HTTP ${answer.status}`)
      failures = 0
      return true
    } catch (error) {
      // The fault is logged once per outage, not every five seconds.
      if (failures === 0) dependencies.onFault(error)
      failures += 1
      return false
    }
  }

  return {
    put(span) {
      if (waiting.length >= mostWaiting) return
      waiting.push(span)
      if (waiting.length >= batch && failures === 0) void sendSoon()
    },
    async stop() {
      clearInterval(timer)
      await sending
      await sendSoon()
    },
  }
}

function exportOf(spans: FinishedSpan[], resource: Record<string, string>): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'ekyc-server' }, spans: spans.map(spanOf) }],
      },
    ],
  }
}

const kinds = { internal: 1, server: 2, client: 3 }
const statusError = 2

function spanOf(span: FinishedSpan): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanos(span.startedOn),
    endTimeUnixNano: nanos(span.endedOn),
    attributes: attributesOf(span.attributes),
    ...(span.isFault && { status: { code: statusError } }),
  }
}

function nanos(at: Date): string {
  return `${at.getTime()}000000`
}

function attributesOf(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
