import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { languagesOf, type Branding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'
import { mobileLength } from '@ekyc/contract/limits'
import type { FastifyRequest } from 'fastify'

import { brandPlaceholders, escapeHtml } from './brand-files.ts'
import { callerLanguage, acceptedHints } from '../headers.ts'
import { preparedAnswer, type PreparedAnswer } from './static-files.ts'
import { pagePolicy, policyInside } from '../security-headers.ts'

export type Pages = {
  login: PreparedAnswer
  /** The page for all screens except the log-in. */
  other: PreparedAnswer
  /** Returns the log-in page, filled with the phone digits that its form sent in a browser without JavaScript. */
  loginWith: (request: FastifyRequest, mobile: string) => { html: string; headers: Record<string, string> }
}

/** Fills the pages with the bank's branding. Browsers never cache a page, because a page names files of one build. */
export function readPages(folder: string, branding: Branding): Pages {
  const offered = languagesOf(branding)
  const [own, ...others] = offered
  const first = readLanguage(folder, own, branding)
  const rest = new Map(others.map(language => [language, readLanguage(folder, language, branding)]))
  const pagesFor = ({ headers }: FastifyRequest) => rest.get(callerLanguage(headers, offered)) ?? first
  return {
    login: (request, reply) => pagesFor(request).login(request, reply),
    other: (request, reply) => pagesFor(request).other(request, reply),
    loginWith: (request, mobile) => pagesFor(request).loginWith(mobile),
  }
}

function readLanguage(folder: string, language: Language, branding: Branding) {
  const lookup = lookupOrigin(branding)
  const places = { ...brandPlaceholders(branding, language), policy: policyInside(lookup) }
  const login = readPage(join(folder, `login.${language}.html`))
  const other = renderTemplate(readPage(join(folder, `index.${language}.html`)), places)
  const emptyLogin = renderTemplate(login, { ...places, mobile: '' })
  const headersOf = (html: string) => pageHeaders(html, language, lookup)
  return {
    login: preparedAnswer(emptyLogin, headersOf(emptyLogin)),
    other: preparedAnswer(other, headersOf(other)),
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
    ...acceptedHints,
    'cache-control': 'no-cache, no-store',
    vary: 'accept-encoding, accept-language, cookie',
    'content-security-policy': pagePolicy({
      scripts: inlineHashes(html, 'script'),
      styles: inlineHashes(html, 'style'),
      hasFont: html.includes('@font-face'),
      lookup,
    }),
  }
}

/**
 * Returns the origin of an external look-up of the caller's IP address, which the page's security policies must allow.
 * Returns '' if this server does the look-up.
 */
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
