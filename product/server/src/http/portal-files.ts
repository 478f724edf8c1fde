import type { SettingsForScreens } from '@ekyc/contract/branding'
import { paths } from '@ekyc/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendError } from './answers.ts'
import { serveBuiltFiles } from './built-files.ts'
import { brandFiles, brandOfShell } from './brand-files.ts'
import type { Branding } from '../config/branding.ts'
import { readPages } from './pages.ts'
import { lastWorker, shellWorker, workerPath } from './shell-worker.ts'

const logInPaths = [paths.home, paths.login]
const formLimit = 1024
const screens = new Set<string>(Object.values(paths))

/**
 * Serves the built portal and the bank's brand. Files under /assets are in a folder of their build and never
 * change; every other path is a page.
 */
export async function servePortal(
  app: FastifyInstance,
  options: { folder: string; branding: Branding; forScreens: SettingsForScreens; offlineShell: boolean },
): Promise<void> {
  const { folder, branding, forScreens, offlineShell } = options
  const pages = readPages(folder, branding)
  const brand = brandOfShell(branding)
  const contents = [...pages.contents, brand.contents]

  for (const [path, answer] of Object.entries(brandFiles(branding, forScreens))) app.get(path, answer)
  for (const path of logInPaths) app.get(path, pages.login)
  app.get(workerPath, offlineShell ? shellWorker({ folder, brand: brand.paths, contents }) : lastWorker())

  await app.register(async form => {
    // This part parses only forms; the calls parse JSON.
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

  await serveBuiltFiles(app, folder, { except: ['worker.js'] })

  // The hook answers before the body is read, so that a wrong body cannot matter.
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
 * Tells whether a browser navigates; the portal then shows its fallback screen, with status 404. A program that asks
 * for /version, or for a missing file or call, must not get a page.
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
