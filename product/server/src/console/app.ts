import type { Branding } from '@ekyc/contract/branding'
import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import type { FastifyInstance } from 'fastify'

import { buildGuardedApp, type GuardedAppOptions } from '../http/guarded-app.ts'
import { sendRefusal } from './answers.ts'
import { serveConsoleFiles } from './console-files.ts'
import { mountConsoleCalls, type ConsoleDoor } from './mount.ts'

type ConsoleAppOptions = ConsoleDoor &
  GuardedAppOptions & {
    folder: string
    branding: Branding
    overHttps: boolean
  }

/** The largest number of calls that run at once for all staff. Further calls get HTTP 503. */
const maxInFlight = 200
/** The largest number of JSON keys in a request body. A piece of an import has more keys than the portal's calls. */
const bodyMaxKeys = 20_000

const callNames = new Map(
  Object.entries(consoleCalls).map(([name, { method, path }]) => [
    `${method} ${consoleBase}${path}`,
    `console.${name}`,
  ]),
)

/** Builds the HTTP server of the console: its calls and pages, with the same guards as the portal's server. */
export async function buildConsoleApp(options: ConsoleAppOptions): Promise<FastifyInstance> {
  const app = await buildGuardedApp({
    ...options,
    limits: { ...options.limits, maxInFlight },
    policy: { ...options.policy, bodyMaxKeys },
    headers: consoleHeaders(options),
    send: sendRefusal,
    callNames,
    mount: mounting => mountConsoleCalls(mounting, options),
  })
  await serveConsoleFiles(app, options)
  return app
}

/** Returns the headers of every answer, including pages and files. */
function consoleHeaders(options: { overHttps: boolean }): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "worker-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
    ...(options.overHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
}
