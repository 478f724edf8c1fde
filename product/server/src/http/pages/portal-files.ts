import type { SettingsForScreens } from '@ekyc/contract/branding'
import { paths } from '@ekyc/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendError } from '../answers.ts'
import { serveBuiltFiles, preparedAnswer } from './static-files.ts'
import { brandFiles } from './brand-files.ts'
import type { Branding } from '../../config/branding.ts'
import { readPages } from './pages.ts'

const logInPaths = [paths.home, paths.login]
const formLimit = 1024
const screens = new Set<string>(Object.values(paths))

/**
 * Serves a service worker that deletes what an earlier build's service worker stored and unregisters itself. Nothing
 * registers this file: a browser that still has the earlier one loads it when it opens the portal.
 */
const lastWorker = preparedAnswer(
  `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`,
  { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
)

/**
 * Serves the built portal and the files of the bank's brand. Each build has its own folder under /assets, whose files
 * never change. All other paths belong to pages.
 */
export async function servePortal(
  app: FastifyInstance,
  options: { folder: string; branding: Branding; forScreens: SettingsForScreens },
): Promise<void> {
  const { folder, branding, forScreens } = options
  const pages = readPages(folder, branding)

  for (const [path, answer] of Object.entries(brandFiles(branding, forScreens))) app.get(path, answer)
  for (const path of logInPaths) app.get(path, pages.login)
  app.get('/worker.js', lastWorker)

  await app.register(async form => {
    // Only form bodies are parsed in this Fastify scope. The calls, which parse JSON, are outside the scope.
    form.removeAllContentTypeParsers()
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_request: FastifyRequest, body: string | Buffer) => new URLSearchParams(String(body)),
    )
    for (const path of logInPaths)
      form.post<{ Body: URLSearchParams | undefined }>(path, (request, reply) => {
        const { html, headers } = pages.loginWith(request, request.body?.get('mobile') ?? '')
        return reply.headers(headers).send(html)
      })
  })

  await serveBuiltFiles(app, folder)

  // The hook sends the 404 before the body is read, so that an invalid body cannot change the answer.
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404 || isScreen(request) || isNavigation(request)) return next()
    return void sendError({ statusCode: 404 }, request, reply)
  })
  app.setNotFoundHandler((request, reply) => pages.other(request, reply.code(isScreen(request) ? 200 : 404)))
}

function isScreen(request: FastifyRequest): boolean {
  return isRead(request) && screens.has(pathOf(request).replace(/\/$/, ''))
}

/**
 * Tells whether a browser navigates to this path. An unknown path then gets the portal's fallback screen with status
 * 404. A program that requests /version, or a missing file or call, must get an error instead of a page.
 */
export function isNavigation(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const isOurs = /^\/(api|assets|docs|health|metrics)(\/|$)/.test(path)
  const isFile = /\.[^/]*$/.test(path)
  return isRead(request) && !isOurs && !isFile && /\btext\/html\b/.test(request.headers.accept ?? '')
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}
