import { randomUUID } from 'node:crypto'

import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Policy } from '../domain/policy.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { sendError } from './answers.ts'
import { serveApiReference } from './api-reference.ts'
import { boundBodyMemory } from './body-memory.ts'
import type { Branding } from './branding.ts'
import { stopGracefully } from './graceful-stop.ts'
import { answerClientErrors } from './client-errors.ts'
import { serveHealth } from './health.ts'
import { maxHeaderSize, silentConnectionMs, type HttpLimits } from './limits.ts'
import { shedLoad } from './load-shedding.ts'
import { offerMetrics } from './metrics.ts'
import { refuseForNode } from './refuse-for-node.ts'
import { mountCalls, type Fullness, type Handlers } from './mount.ts'
import { servePortal } from './portal-files.ts'
import { readJsonBodies } from './read-body.ts'
import { tellUntrustedForwarding } from './untrusted-forwarding.ts'
import { traceRequests } from './request-trace.ts'
import { securityHeaders } from './security-headers.ts'

export type AppOptions = {
  handlers: Handlers
  sessions: Sessions
  isFull: Fullness
  branding: Branding
  portalFolder: string
  /** Resolves when the database answers. */
  ping: () => Promise<void>
  /** The database is up to date: until then every call is told to come again. */
  isPrepared: () => boolean
  apiReference: boolean
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The portal is reached over https: the browser shall never come by http again. */
  overHttps: boolean
  now: () => Date
  limits: HttpLimits
  policy: Policy
  log: FastifyBaseLogger
  metrics: Metrics
  /** /metrics here, for callers on this machine. Off where it has a port of its own. */
  offersMetrics: boolean
  tracer: Tracer
  /** Aborted when the process is asked to stop: it goes on serving until the app is closed. */
  stopping: AbortSignal
  /** Of the hashes of what callers give for an id and is none. */
  idKey: Buffer
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { limits } = options
  const headers = securityHeaders(options)
  const app = Fastify({
    trustProxy: options.trustedProxies.length > 0 && options.trustedProxies,
    requestTimeout: limits.requestMs,
    connectionTimeout: silentConnectionMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(2_000, limits.headersMs / 2),
      maxHeaderSize,
      // Asked for by refuseForNode, in the envelope.
      requireHostHeader: false,
    },
    clientErrorHandler: answerClientErrors(headers),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    // The contract's schemas say what is right; a body is judged as it came, not bent until it fits.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    // What the router itself refuses, such as an address that cannot be decoded.
    frameworkErrors(error, request, reply) {
      follow(request, reply)
      sendError(error, request, reply.headers(headers))
    },
    // One line a request, at its end, is traceRequests'.
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify's own answer to a call that comes while stopping has no envelope; such a call is still served.
    return503OnClosing: false,
    loggerInstance: options.log,
  })
  app.server.maxConnections = limits.maxConnections

  const { follow } = traceRequests(app, options)
  const { isStopping } = stopGracefully(app, options.stopping)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  refuseForNode(app)
  tellUntrustedForwarding(app, options.now)
  shedLoad(app, limits)
  readJsonBodies(app, options.policy)
  boundBodyMemory(app, limits)
  mountCalls(app, options)
  serveHealth(app, { ping: options.ping, isPrepared: options.isPrepared, isStopping })
  offerMetrics(app, options.metrics, options.offersMetrics)
  if (options.apiReference) await serveApiReference(app)
  await servePortal(app, { folder: options.portalFolder, branding: options.branding })
  return app
}
