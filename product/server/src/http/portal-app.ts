import type { Branding, SettingsForScreens } from '@ekyc/contract/branding'
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
    forScreens: SettingsForScreens
    portalFolder: string
    apiReference: boolean
    /** True if browsers reach the portal over https. The server then sends HSTS. */
    overHttps: boolean
  }

/** All apps share this compiler, so that tests with many apps compile each request shape only once. */
const buildValidator = ajvCompiler()

export async function buildPortalApp(options: AppOptions): Promise<FastifyInstance> {
  const app = await buildGuardedApp({
    ...options,
    headers: securityHeaders(options),
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
  if (options.apiReference) await serveApiReference(app)
  await servePortal(app, { ...options, folder: options.portalFolder })
  return app
}
