import type { Branding } from '@ekyc/contract/branding'
import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import type { FastifyInstance } from 'fastify'

import { buildGuardedApp, type GuardedAppOptions } from '../http/guarded-app.ts'
import { sendRefusal } from './answers.ts'
import { serveConsoleFiles } from './console-files.ts'
import { consoleHeaders } from './headers.ts'
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
