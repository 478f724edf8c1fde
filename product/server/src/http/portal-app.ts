import type { Branding } from '@ekyc/contract/branding'
import ajvCompiler from '@fastify/ajv-compiler'
import type { FastifyInstance } from 'fastify'

import { sendError } from './answers.ts'
import { buildGuardedApp, type GuardedAppOptions } from './guarded-app.ts'
import { mountCalls, type PortalCallOptions } from './mount-calls.ts'
import { serveApiReference } from './pages/api-reference.ts'
import { servePortal } from './pages/portal-pages.ts'
import { securityHeaders } from './security-headers.ts'

type AppOptions = GuardedAppOptions &
  PortalCallOptions & {
    branding: Branding
    config: { portalFolder: string; apiReference: boolean; captureRules: { level1Only: boolean } }
  }

/** All apps share this compiler, so that tests with many apps compile each request shape only once. */
const buildValidator = ajvCompiler()

export async function buildPortalApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, branding } = options
  const app = await buildGuardedApp({
    ...options,
    headers: securityHeaders(config),
    send: sendError,
    validation: {
      // Bodies are validated as they were sent, without coercion, defaults or removal of fields. The types of the
      // shapes already guarantee valid JSON Schemas. Checking the schemas would double the time of compiling at a
      // start.
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
    },
    mount: mounting => mountCalls(mounting, options),
  })
  if (config.apiReference) await serveApiReference(app)
  const { level1Only } = config.captureRules
  await servePortal(app, { folder: config.portalFolder, branding, forScreens: { level1Only } })
  return app
}
