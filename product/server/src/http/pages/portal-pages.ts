import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { languagesOf, type Branding, type SettingsForScreens } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'
import { mobileLength } from '@ekyc/contract/limits'
import { paths } from '@ekyc/contract/paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendError } from '../answers.ts'
import { clientHintsHeader, callerLanguage } from '../headers.ts'
import { contentPolicyHeader, contentPolicyInPage } from '../security-headers.ts'
import { brandFiles, brandPlaceholders, escapeHtml } from './brand-files.ts'
import { staticAnswer, serveBuiltFiles } from './static-files.ts'

const logInPaths = [paths.home, paths.login]
const formLimit = 1024
const screens = new Set<string>(Object.values(paths))

/**
 * Serves a service worker that deletes what an earlier build's service worker stored and unregisters itself. Nothing
 * registers this file: a browser that still has the earlier one loads it when it opens the portal.
 */
const lastWorker = staticAnswer(
  `addEventListener('install', () => skipWaiting())
addEventListener('activate', event => event.waitUntil(remove()))
async function remove() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`,
  { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
)

export async function servePortal(
  app: FastifyInstance,
  options: { folder: string; branding: Branding; forScreens: SettingsForScreens },
): Promise<void> {
  const { folder, branding, forScreens } = options
  const pagesFor = readPages(folder, branding)

  for (const [path, answer] of Object.entries(brandFiles(branding, forScreens))) app.get(path, answer)
  for (const path of logInPaths) app.get(path, (request, reply) => pagesFor(request).login(request, reply))
  app.get('/worker.js', lastWorker)

  await app.register(async form => {
    form.removeAllContentTypeParsers()
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_request: FastifyRequest, body: string | Buffer) => new URLSearchParams(String(body)),
    )
    for (const path of logInPaths)
      form.post<{ Body: URLSearchParams | undefined }>(path, (request, reply) => {
        const { html, headers } = pagesFor(request).loginWith(request.body?.get('mobile') ?? '')
        return reply.headers(headers).send(html)
      })
  })

  await serveBuiltFiles(app, folder)

  // The hook sends the 404 before the body is read, so that an invalid body cannot change the answer.
  app.addHook('onRequest', (request, reply, next) => {
    if (!request.is404 || isScreen(request) || isNavigation(request)) return next()
    return void sendError({ statusCode: 404 }, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    pagesFor(request).other(request, reply.code(isScreen(request) ? 200 : 404)),
  )
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

function readPages(folder: string, branding: Branding) {
  const offered = languagesOf(branding)
  const [own, ...others] = offered
  const first = readLanguage(folder, own, branding)
  const rest = new Map(others.map(language => [language, readLanguage(folder, language, branding)]))
  return ({ headers }: FastifyRequest) => rest.get(callerLanguage(headers, offered)) ?? first
}

function readLanguage(folder: string, language: Language, branding: Branding) {
  const lookup = lookupOrigin(branding)
  const places = { ...brandPlaceholders(branding, language), policy: contentPolicyInPage(lookup) }
  const login = readPage(join(folder, `login.${language}.html`))
  const other = renderTemplate(readPage(join(folder, `index.${language}.html`)), places)
  const emptyLogin = renderTemplate(login, { ...places, mobile: '' })
  const headersOf = (html: string) => pageHeaders(html, language, lookup)
  return {
    login: staticAnswer(emptyLogin, headersOf(emptyLogin)),
    other: staticAnswer(other, headersOf(other)),
    /** The page for a form that a browser without JavaScript has sent. */
    loginWith: (mobile: string) => ({
      html: renderTemplate(login, { ...places, mobile: digitsOf(mobile) }),
      headers: headersOf(emptyLogin),
    }),
  }
}

function readPage(path: string): string {
  if (!existsSync(path)) throw new Error(`The portal is not built: ${path} is missing. Run "npm run build".`)
  return readFileSync(path, 'utf8')
}

/**
 * Replaces each placeholder `{{name}}` by its escaped value. If the value is empty, `{{name|markup}}` becomes the
 * markup, and the markup between `{{#name}}` and `{{/name}}` goes. An unknown placeholder is an error, because it means
 * that page and server are of different versions.
 */
function renderTemplate(html: string, values: Record<string, string>): string {
  const valueOf = (name: string, place: string): string => {
    const value = values[name]
    if (value === undefined) throw new Error(`The portal's page has a place that nothing fills: ${place}.`)
    return value
  }
  const withoutEmpty = (markup: string): string =>
    markup.replaceAll(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name: string, part: string) =>
      valueOf(name, `{{#${name}}}`) ? withoutEmpty(part) : '',
    )
  return withoutEmpty(html).replaceAll(
    /\{\{(\w+)(?:\|([^}]*))?\}\}/g,
    (place, name: string, usual?: string) => escapeHtml(valueOf(name, place)) || (usual ?? ''),
  )
}

function pageHeaders(html: string, language: Language, lookup: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    ...clientHintsHeader,
    // A page names files of one build.
    'cache-control': 'no-cache, no-store',
    vary: 'accept-encoding, accept-language, cookie',
    'content-security-policy': contentPolicyHeader({
      scripts: inlineHashes(html, 'script'),
      styles: inlineHashes(html, 'style'),
      hasFont: html.includes('@font-face'),
      lookup,
    }),
  }
}

function lookupOrigin({ addressLookup }: Branding): string {
  return addressLookup.startsWith('/') ? '' : new URL(addressLookup).origin
}

/** Blocks with a type attribute contain data, which needs no hash. */
function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}(?![^>]*\\s(?:src|type)=)[^>]*>([\\s\\S]*?)</${element}>`, 'g')
  return Array.from(html.matchAll(inline), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}

/** Returns only the digits of a mobile number, so that the page shows no other text from a stranger. */
function digitsOf(mobile: string): string {
  return mobile
    .replace(/^\s*\+91/, '')
    .replaceAll(/\D/g, '')
    .slice(0, mobileLength)
}
