import { randomUUID } from 'node:crypto'

import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Sessions } from '../domain/sessions.ts'
import { sendError } from './answers.ts'
import { serveApiReference } from './api-reference.ts'
import type { Branding } from './branding.ts'
import { serveHealth } from './health.ts'
import { mountCalls, type Handlers } from './mount.ts'
import { servePortal } from './portal-files.ts'
import { readJsonBodies } from './read-body.ts'
import { addSecurityHeaders } from './security-headers.ts'

export type AppOptions = {
  handlers: Handlers
  sessions: Sessions
  branding: Branding
  portalFolder: string
  /** Resolves when the database answers. */
  ping: () => Promise<void>
  apiReference: boolean
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[]
  /** The portal is reached over https: the browser shall never come by http again. */
  overHttps: boolean
  log: FastifyBaseLogger
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    trustProxy: options.trustedProxies.length > 0 && options.trustedProxies,
    requestTimeout: 20_000,
    keepAliveTimeout: 72_000,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 64 },
    // The contract's schemas say what is right; a body is judged as it came, not bent until it fits.
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    // What the router itself refuses, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    loggerInstance: options.log.child({}, { serializers: { req: loggedRequest } }),
  })
  app.server.headersTimeout = 10_000

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  addSecurityHeaders(app, options)
  readJsonBodies(app)
  mountCalls(app, options.handlers, options.sessions)
  serveHealth(app, options.ping)
  if (options.apiReference) await serveApiReference(app)
  await servePortal(app, { folder: options.portalFolder, branding: options.branding })
  return app
}

/** The path without its query: nobody's slip shall put a number or a token into the log. */
function loggedRequest(request: { method: string; url: string; ip: string }) {
  return { method: request.method, path: request.url.split('?')[0], address: request.ip }
}
