import { randomUUID, type KeyObject } from 'node:crypto'

import type { SettingsForScreens } from '@ekyc/contract/branding'
import ajvCompiler from '@fastify/ajv-compiler'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Policy } from '../domain/policy.ts'
import type { PublicPlaces } from '../domain/public-places.ts'
import type { Sessions } from '../domain/sessions.ts'
import type { Database } from '../domain/stores.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { sendError } from './answers.ts'
import { serveApiReference } from './api-reference.ts'
import { boundBodyMemory } from './body-memory.ts'
import type { Branding } from '../config/branding.ts'
import type { DeviceCookies } from './device-cookies.ts'
import { stopGracefully } from './graceful-stop.ts'
import { answerClientErrors } from './client-errors.ts'
import { serveHealth } from './health.ts'
import { sendRefusalsLate } from './late-refusals.ts'
import { maxHeaderSize, silentConnectionMs, type HttpLimits } from './limits.ts'
import { shedLoad } from './load-shedding.ts'
import { offerMetrics } from './metrics.ts'
import { refuseForNode } from './refuse-for-node.ts'
import { mountCalls, type Fullness, type Lanes } from './mount.ts'
import { servePortal } from './portal-files.ts'
import { readJsonBodies } from './read-body.ts'
import { tellUntrustedForwarding } from './untrusted-forwarding.ts'
import { traceRequests } from './request-trace.ts'
import { securityHeaders } from './security-headers.ts'

export type AppOptions = {
  database: Pick<Database, 'pipelined'>
  lanes: Lanes
  publicPlaces: PublicPlaces
  sessions: Sessions
  isFull: Fullness
  branding: Branding
  /** The portal warns of scanners that the server refuses. */
  forScreens: SettingsForScreens
  portalFolder: string
  offlineShell: boolean
  /** Resolves when the database answers. */
  ping: () => Promise<void>
  /** Tells whether the database is up to date; until then every call gets 503. */
  isPrepared: () => boolean
  apiReference: boolean
  /** Addresses of proxies whose X-Forwarded-For the server believes. */
  trustedProxies: string[]
  /** The portal is reached over https, so the server sends HSTS. */
  overHttps: boolean
  now: () => Date
  limits: HttpLimits
  policy: Policy
  log: FastifyBaseLogger
  metrics: Metrics
  /** Serves /metrics on this port for callers on this machine; off when metrics have a port of their own. */
  offersMetrics: boolean
  tracer: Tracer
  /** Aborts when the process is asked to stop; the app still serves until it is closed. */
  stopping: AbortSignal
  devices: DeviceCookies
  /** The key of hashes that replace malformed ids of callers. */
  idKey: KeyObject
}

/** Compiles each shape once, also where tests build many apps. */
const buildValidator = ajvCompiler()

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
      // refuseForNode refuses a missing Host header, with the envelope.
      requireHostHeader: false,
    },
    clientErrorHandler: answerClientErrors(headers),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    // Bodies are validated as sent: no coercion, no defaults, no stripping. The shapes are right JSON Schemas by their
    // types; to check them would double the time that compiling takes at a start.
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        validateSchema: false,
      },
    },
    schemaController: { compilersFactory: { buildValidator } },
    // The router's own refusals, such as an address that cannot be decoded.
    frameworkErrors(error, request, reply) {
      follow(request, reply)
      sendError(error, request, reply.headers(headers))
    },
    // traceRequests logs one line a request, at its end.
    logController: new LogController({ disableRequestLogging: true }),
    // Fastify's own 503 during a stop has no envelope; the app serves such a call instead.
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
  refuseForNode(app, headers)
  tellUntrustedForwarding(app, options.now)
  shedLoad(app, limits)
  sendRefusalsLate(app)
  readJsonBodies(app, options.policy)
  boundBodyMemory(app, limits)
  mountCalls(app, options)
  serveHealth(app, { ping: options.ping, isPrepared: options.isPrepared, isStopping })
  offerMetrics(app, options.metrics, options.offersMetrics)
  if (options.apiReference) await serveApiReference(app)
  await servePortal(app, { ...options, folder: options.portalFolder })
  return app
}
