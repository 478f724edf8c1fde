import type { KeyObject } from 'node:crypto'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { CallOutcome, Metrics } from '../../metrics/metrics.ts'
import { readTraceParent, traceLogFields, type TraceContext, type Tracer } from '../../tracing/trace.ts'
import { callerAddress } from '../caller.ts'
import { readCallerIds } from '../headers.ts'

type Trace = TraceContext & { startedOn: Date; began: number; isRefused: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | null
  }
  interface FastifyContextConfig {
    call?: string
  }
}

/**
 * Gives every request a trace: the caller's trace if the request has a W3C `traceparent` header, else a new one. Each
 * request ends with one log line. A call is also counted in the metrics, and a sampled call writes one span.
 */
export function traceRequests(
  app: FastifyInstance,
  options: { metrics: Metrics; tracer: Tracer; idKey: KeyObject },
): { follow(request: FastifyRequest, reply: FastifyReply): void } {
  const { metrics, tracer, idKey } = options
  // A field is cheaper than a WeakMap, because each garbage collection of young objects scans all WeakMap entries.
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, reply, next) => {
    follow(request, reply)
    next()
  })

  // The caller's ids are in the body, which earlier hooks cannot read.
  app.addHook('preValidation', (request, _reply, next) => {
    Object.assign(traceOf(request), readCallerIds(request, idKey))
    next()
  })

  app.addHook('preSerialization', (request, _reply, payload, next) => {
    const answer = payload as { response?: { success?: unknown } } | null
    if (answer?.response?.success === false) traceOf(request).isRefused = true
    next(null, payload)
  })

  return { follow }

  /** Starts the trace of a request. The router refuses some requests before any hook runs. */
  function follow(request: FastifyRequest, reply: FastifyReply): void {
    const trace = begin(request)
    request.trace = trace
    metrics.inFlight.inc()
    // The event 'close' comes after the last byte of the answer, or earlier if the caller disconnects.
    reply.raw.once('close', () => {
      metrics.inFlight.dec()
      end(request, reply.raw, trace)
    })
  }

  function end(
    request: FastifyRequest,
    answer: { statusCode: number; writableEnded: boolean },
    trace: Trace,
  ): void {
    const { url: route = '', config } = request.routeOptions
    // A HEAD request reads no answer, so it is no call.
    const call = request.method === 'HEAD' ? undefined : config.call
    const { statusCode: status } = answer
    const outcome = answer.writableEnded ? outcomeOf(status, trace) : 'abandoned'
    const ms = performance.now() - trace.began
    const line = {
      ...traceLogFields(trace),
      ...(call === undefined ? { path: shownPath(request.url) } : { call }),
      method: request.method,
      address: callerAddress(request),
      status,
      outcome,
      ms: Math.round(ms * 10) / 10,
    }
    request.log[call === undefined && status < 400 ? 'debug' : 'info'](line, 'answered')
    if (call === undefined) return

    metrics.calls.inc({ call, status, outcome })
    metrics.callSeconds.observe({ call, outcome }, ms / 1_000)
    if (!trace.isSampled) return
    const { traceId, spanId, parentSpanId, startedOn } = trace
    tracer.put({
      traceId,
      spanId,
      parentSpanId,
      name: call,
      kind: 'server',
      startedOn,
      endedOn: new Date(startedOn.getTime() + ms),
      attributes: {
        'http.request.method': request.method,
        'http.response.status_code': status,
        'http.route': route,
        'ekyc.outcome': outcome,
      },
      isFault: outcome === 'fault',
    })
  }
}

/** Returns the trace of a running request. The trace has the caller's ids only after the body has been read. */
export function traceOf(request: FastifyRequest): Trace {
  if (!request.trace) throw new Error('a request without a trace')
  return request.trace
}

function begin(request: FastifyRequest): Trace {
  const ownId = request.id.replaceAll('-', '')
  const parent = readTraceParent(request.headers['traceparent'])
  return {
    traceId: parent?.traceId ?? ownId,
    spanId: ownId.slice(16),
    parentSpanId: parent?.spanId,
    isSampled: parent?.isSampled ?? true,
    startedOn: new Date(),
    began: performance.now(),
    isRefused: false,
  }
}

function outcomeOf(status: number, { isRefused }: Trace): CallOutcome {
  if (status >= 500) return 'fault'
  return status >= 400 || isRefused ? 'refusal' : 'success'
}

/** Returns the path of a URL for the log, without long numbers and tokens that may be there by mistake. */
function shownPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  return path.replaceAll(/\d{8,}|[\w-]{32,}/g, '…').slice(0, 200)
}
