import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Branding } from '@ekyc/contract/branding'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { brandFiles } from '../http/pages/brand-files.ts'
import { serveBuiltFiles, preparedAnswer } from '../http/pages/static-files.ts'
import { isNavigation } from '../http/pages/portal-files.ts'
import { isLoopback } from '../network/is-loopback.ts'
import { ConsoleRefused } from './answers.ts'

/**
 * Serves the built console in the bank's colours. Files under /assets never change. Every other address that a person
 * opens gets the same page, whose router reads the address. Without a built console, the calls still work.
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
    ? preparedAnswer(readFileSync(index), { 'content-type': 'text/html; charset=utf-8' })
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

/** The console's own address also answers programs that accept anything, such as a proxy's check. */
function isRoot({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && url === '/'
}

/** Tells whether the request names this computer by another name than the console's address does. */
function isOtherName({ headers }: FastifyRequest, own: string): boolean {
  const { hostname, host } = new URL(own)
  const named = URL.canParse(`http://${headers.host}`) ? new URL(`http://${headers.host}`) : undefined
  return isLoopback(hostname) && named !== undefined && isLoopback(named.hostname) && named.host !== host
}
