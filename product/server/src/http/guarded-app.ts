import { randomUUID, type KeyObject } from 'node:crypto'

import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify'

import type { Policy } from '../domain/policy.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracer } from '../tracing/trace.ts'
import type { sendError } from './answers.ts'
import { warnOfUntrustedForwarding } from './caller.ts'
import { answerClientErrors, refuseMalformedRequests } from './connections/bad-requests.ts'
import { stopGracefully } from './connections/graceful-stop.ts'
import { delayRefusals, shedLoad } from './connections/load-shedding.ts'
import { limitBodyMemory, readJsonBodies } from './connections/request-bodies.ts'
import { traceRequests } from './connections/request-trace.ts'
import { serveLocalMetrics, serveHealth } from './health-and-metrics.ts'

export type GuardedAppOptions = {
  ping(): Promise<void>
  /** Tells whether all migrations of the database are done. Until then, every call gets 503. */
  isPrepared: () => boolean
  config: {
    trustedProxies: string[]
    /** True if browsers reach the app over https. The server then sends HSTS. */
    overHttps: boolean
    httpLimits: HttpLimits
    policy: Policy
    /** Without a port of their own, the metrics are at /metrics for callers on this machine. */
    metricsPort: number | undefined
  }
  now: () => Date
  log: FastifyBaseLogger
  metrics: Metrics
  tracer: Tracer
  /** Aborts when the process is asked to stop. The app still serves calls until it is closed. */
  stopping: AbortSignal
  /** The key for the hashes that replace malformed ids of callers. */
  idKey: KeyObject
}

export type HttpLimits = {
  /** The times in ms within which the headers, and the whole request, must arrive. Slower senders are cut off. */
  headersMs: number
  requestMs: number
  maxInFlight: number
  maxConnections: number
  /** The maximum size of all incomplete bodies together. */
  bodyMegabytes: number
}

const maxHeaderSize = 16 * 1024

/** The time in ms after which a connection without traffic is closed. A normal answer comes earlier. */
const silentConnectionMs = 120_000

export async function buildGuardedApp(
  options: GuardedAppOptions & {
    headers: Record<string, string>
    send: typeof sendError
    validation?: Pick<FastifyServerOptions, 'ajv' | 'schemaController'>
    mount(app: FastifyInstance): void | Promise<void>
  },
): Promise<FastifyInstance> {
  const { config, headers, send, validation } = options
  const limits = config.httpLimits
  const app: FastifyInstance = Fastify({
    ...validation,
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    requestTimeout: limits.requestMs,
    connectionTimeout: silentConnectionMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(2_000, limits.headersMs / 2),
      maxHeaderSize,
      // `refuseMalformedRequests` refuses a call without a Host header, in the JSON form of all refusals.
      requireHostHeader: false,
    },
    clientErrorHandler: answerClientErrors(headers),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    // Answers the errors of the router itself, for example for an address that cannot be decoded.
    frameworkErrors(error, request, reply) {
      follow(request, reply)
      send(error, request, reply.headers(headers))
    },
    // `traceRequests` logs one line for each request, at its end.
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify's own 503 during a stop does not have the JSON form of all refusals. The app serves such a call instead.
    return503OnClosing: false,
    loggerInstance: options.log,
  })
  app.server.maxConnections = limits.maxConnections

  const { follow } = traceRequests(app, options)
  const { isStopping } = stopGracefully(app, options.stopping)
  app.setErrorHandler((error, request, reply) => send(error, request, reply))
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  refuseMalformedRequests(app, headers)
  warnOfUntrustedForwarding(app, options.now)
  shedLoad(app, limits)
  delayRefusals(app)
  readJsonBodies(app, config.policy)
  limitBodyMemory(app, limits)
  await options.mount(app)
  serveHealth(app, { ...options, isStopping })
  serveLocalMetrics(app, options.metrics, config.metricsPort === undefined)
  return app
}
