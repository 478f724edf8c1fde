import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { mobileLength } from '@ekyc/contract/limits'

import { fillPlaces } from './fill-places.ts'
import { preparedAnswer, type PreparedAnswer } from './prepared-answer.ts'
import { pagePolicy } from './security-headers.ts'

export type Pages = {
  /** The log-in page, with its form in the HTML. */
  login: PreparedAnswer
  /** All other screens. */
  other: PreparedAnswer
  /** The log-in page with the digits that its form sent without a script. */
  loginWith: (mobile: string) => { html: string; headers: Record<string, string> }
  /** The texts and headers of both pages, to notice a change. */
  contents: string[]
}

/**
 * Fills the portal's pages with the brand. Pages are never cached, because they name the files of the build.
 * @param addressLookup the brand's: a path of this server, or another service that the page's policy must name
 */
export function readPages(folder: string, places: Record<string, string>, addressLookup: string): Pages {
  const lookup = addressLookup.startsWith('/') ? '' : new URL(addressLookup).origin
  const login = readPage(join(folder, 'login.html'))
  const other = fillPlaces(readPage(join(folder, 'index.html')), places)
  const emptyLogin = fillPlaces(login, { ...places, mobile: '' })
  return {
    login: preparedAnswer(emptyLogin, pageHeaders(emptyLogin, lookup)),
    other: preparedAnswer(other, pageHeaders(other, lookup)),
    loginWith: mobile => ({
      html: fillPlaces(login, { ...places, mobile: digitsOf(mobile) }),
      headers: pageHeaders(emptyLogin, lookup),
    }),
    contents: [emptyLogin, other].flatMap(page => [page, JSON.stringify(pageHeaders(page, lookup))]),
  }
}

function readPage(path: string): string {
  if (!existsSync(path)) throw new Error(`The portal is not built: ${path} is missing. Run "npm run build".`)
  return readFileSync(path, 'utf8')
}

function pageHeaders(html: string, lookup: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache, no-store',
    'content-security-policy': pagePolicy({
      scripts: inlineHashes(html, 'script'),
      styles: inlineHashes(html, 'style'),
      lookup,
    }),
  }
}

function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'g')
  return Array.from(html.matchAll(inline), ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}

/** Keeps only digits, so that no other text of a stranger appears in our page. */
function digitsOf(mobile: string): string {
  return mobile
    .replace(/^\s*\+91/, '')
    .replaceAll(/\D/g, '')
    .slice(0, mobileLength)
}
