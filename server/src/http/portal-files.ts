import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendError } from './answers.ts'
import { brandFiles, brandPlaces } from './brand-files.ts'
import type { Branding } from './branding.ts'
import { readPages } from './pages.ts'

const immutable = 'public, max-age=31536000, immutable'
const logInPaths = ['/', '/login']
const formLimit = 1024

/**
 * The built portal and the bank's brand. Files under /assets carry their content's hash in their name and never
 * change; every other path is a page.
 */
export async function servePortal(
  app: FastifyInstance,
  options: { folder: string; branding: Branding },
): Promise<void> {
  const { folder, branding } = options
  const pages = readPages(folder, brandPlaces(branding), branding.addressLookup)

  for (const [path, answer] of Object.entries(brandFiles(branding))) app.get(path, answer)
  for (const path of logInPaths) app.get(path, pages.login)

  await app.register(async form => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_request: FastifyRequest, body: string | Buffer) => new URLSearchParams(String(body)),
    )
    for (const path of logInPaths)
      form.post<{ Body: URLSearchParams | undefined }>(path, (request, reply) => {
        const { html, headers } = pages.loginWith(request.body?.get('mobile') ?? '')
        return reply.headers(headers).send(html)
      })
  })

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    // The pages are never sent as files: they need their policy.
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', immutable)
    },
  })

  // Before a body is read, so that none can be wrong.
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404 || isPage(request)) return next()
    return void sendError({ statusCode: 404 }, request, reply)
  })
  app.setNotFoundHandler(pages.other)
}

function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|\?|$)/.test(url)
}
