import { randomUUID, type KeyObject } from 'node:crypto'

import type { Branding } from '@ekyc/contract/branding'
import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Policy } from '../domain/policy.ts'
import { boundBodyMemory } from '../http/body-memory.ts'
import { answerClientErrors } from '../http/client-errors.ts'
import { stopGracefully } from '../http/graceful-stop.ts'
import { serveHealth } from '../http/health.ts'
import { maxHeaderSize, silentConnectionMs, type HttpLimits } from '../http/limits.ts'
import { shedLoad } from '../http/load-shedding.ts'
import { offerMetrics } from '../http/metrics.ts'
import { readJsonBodies } from '../http/read-body.ts'
import { refuseForNode } from '../http/refuse-for-node.ts'
import { traceRequests } from '../http/request-trace.ts'
import { tellUntrustedForwarding } from '../http/untrusted-forwarding.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { sendRefusal } from './answers.ts'
import { serveConsoleFiles } from './console-files.ts'
import { consoleHeaders } from './headers.ts'
import { mountConsoleCalls, type ConsoleDoor } from './mount.ts'

export type ConsoleAppOptions = ConsoleDoor & {
  folder: string
  branding: Branding
  /** Resolves when the database answers. */
  ping(): Promise<void>
  trustedProxies: string[]
  overHttps: boolean
  now: () => Date
  httpLimits: HttpLimits
  policy: Policy
  log: FastifyBaseLogger
  metrics: Metrics
  offersMetrics: boolean
  tracer: Tracer
  stopping: AbortSignal
  /** The key of hashes that replace malformed ids of callers. */
  idKey: KeyObject
}

/** Running calls of all staff at once; further ones get 503. */
const maxInFlight = 200
/** A piece of an import has more fields than an agent's call may have. */
const bodyMaxKeys = 20_000

const callNames = new Map(
  Object.entries(consoleCalls).map(([name, { method, path }]) => [
    `${method} ${consoleBase}${path}`,
    `console.${name}`,
  ]),
)

/** Builds the console's own server from the parts that guard the portal's, and the console's calls and pages. */
export async function buildConsoleApp(options: ConsoleAppOptions): Promise<FastifyInstance> {
  const { httpLimits: limits } = options
  const headers = consoleHeaders(options)
  const app = Fastify({
    trustProxy: options.trustedProxies.length > 0 && options.trustedProxies,
    requestTimeout: limits.requestMs,
    connectionTimeout: silentConnectionMs,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: Math.min(2_000, limits.headersMs / 2),
      maxHeaderSize,
      requireHostHeader: false,
    },
    clientErrorHandler: answerClientErrors(headers),
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    frameworkErrors(error, request, reply) {
      follow(request, reply)
      sendRefusal(error, request, reply.headers(headers))
    },
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
    loggerInstance: options.log,
  })
  app.server.maxConnections = limits.maxConnections

  const { follow } = traceRequests(app, { ...options, callNames })
  const { isStopping } = stopGracefully(app, options.stopping)
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply))
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  refuseForNode(app, headers)
  tellUntrustedForwarding(app, options.now)
  shedLoad(app, { maxInFlight })
  readJsonBodies(app, { ...options.policy, bodyMaxKeys })
  boundBodyMemory(app, limits)
  await mountConsoleCalls(app, options)
  serveHealth(app, { ping: options.ping, isPrepared: options.isPrepared, isStopping })
  offerMetrics(app, options.metrics, options.offersMetrics)
  await serveConsoleFiles(app, options)
  return app
}
