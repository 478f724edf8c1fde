import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Branding } from '@ekyc/contract/branding'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { buildGuardedApp, type GuardedAppOptions } from '../http/guarded-app.ts'
import { brandFiles } from '../http/pages/brand-files.ts'
import { isNavigation } from '../http/pages/portal-pages.ts'
import { staticAnswer, serveBuiltFiles } from '../http/pages/static-files.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { isLoopback } from '../network/is-loopback.ts'
import { ConsoleRefused, sendConsoleRefusal } from './refusals.ts'
import { mountConsoleCalls, type ConsoleCallOptions } from './mount-calls.ts'

type ConsoleAppOptions = ConsoleCallOptions &
  GuardedAppOptions & {
    branding: Branding
    config: { folder: string }
  }

/** All staff together may have so many calls in work. Further calls get HTTP 503. */
const maxInFlight = 200
/** A piece of an import has more keys than the portal's calls. */
const bodyMaxKeys = 20_000

export async function buildConsoleApp(options: ConsoleAppOptions): Promise<FastifyInstance> {
  const { config, branding, origin } = options
  const httpLimits = { ...config.httpLimits, maxInFlight }
  const app = await buildGuardedApp({
    ...options,
    config: { ...config, httpLimits, policy: { ...config.policy, bodyMaxKeys } },
    headers: consoleHeaders(config),
    send: sendConsoleRefusal,
    mount: mounting => mountConsoleCalls(mounting, options),
  })
  await serveConsoleFiles(app, { folder: config.folder, branding, origin })
  return app
}

function consoleHeaders(options: { overHttps: boolean }): Record<string, string> {
  return {
    ...securityHeaders(options),
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
    'permissions-policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
  }
}

/**
 * Files under /assets never change. Every other address that a person opens gets the same page, whose router reads the
 * address. Without a built console, the calls still work.
 */
export async function serveConsoleFiles(
  app: FastifyInstance,
  { folder, branding, origin }: { folder: string; branding: Branding; origin: () => string },
): Promise<void> {
  // Drops the branding's font, since the content security policy of the pages allows no font.
  const { font: _unused, ...brand } = branding
  for (const [path, answer] of Object.entries(brandFiles(brand, {}))) app.get(path, answer)
  const index = join(folder, 'index.html')
  const page = existsSync(index)
    ? staticAnswer(readFileSync(index), { 'content-type': 'text/html; charset=utf-8' })
    : undefined
  if (page) await serveBuiltFiles(app, folder)
  else app.log.warn('the console has no pages: npm run build makes them')

  // The hook answers before the server reads the body, so that a malformed body causes no other error.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined
    if (!page || !(isNavigation(request) || isRoot(request))) throw new ConsoleRefused('not_found')
    const own = origin()
    // The session's cookie belongs to one address, which is localhost in the demo.
    return isOtherName(request, own) ? reply.redirect(own + request.url, 303) : page(request, reply)
  })
  app.setNotFoundHandler(() => {
    throw new ConsoleRefused('not_found')
  })
}

/** Also answers programs that accept anything, such as a proxy's check. */
function isRoot({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && url === '/'
}

function isOtherName({ headers }: FastifyRequest, own: string): boolean {
  const { hostname, host } = new URL(own)
  const named = URL.parse(`http://${headers.host}`)
  return isLoopback(hostname) && named !== null && isLoopback(named.hostname) && named.host !== host
}
