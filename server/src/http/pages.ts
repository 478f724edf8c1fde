import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { mobileLength } from '@ekyc/contract/limits'

import { fillPlaces } from './fill-places.ts'
import { preparedAnswer, type PreparedAnswer } from './prepared-answer.ts'
import { pagePolicy } from './security-headers.ts'

export type Pages = {
  /** The log-in: its form stands in the HTML. */
  login: PreparedAnswer
  /** All other screens. */
  other: PreparedAnswer
  /** The log-in again, with the digits that its form sent because no script was there to take them. */
  loginWith: (mobile: string) => { html: string; headers: Record<string, string> }
}

/**
 * The portal's pages, filled from the brand. Never cached: they name the build's files.
 * @param addressLookup the brand's: a path of ours, or a service elsewhere that the page's policy has to name
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

/** Digits alone, whatever was sent: nothing else of a stranger's comes back in a page of ours. */
function digitsOf(mobile: string): string {
  return mobile
    .replace(/^\s*\+91/, '')
    .replaceAll(/\D/g, '')
    .slice(0, mobileLength)
}
