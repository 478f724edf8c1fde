import type { Language } from '@ekyc/contract/languages'
import { isRecord } from '@ekyc/contract/is-record'
import { indiaDateTime } from '@ekyc/contract/india-time'

import { textOf, t } from './t.ts'
import { CallFailed, messageOf, Refused } from '../browser/call-errors.ts'

/**
 * Returns the app's own sentence for the `response.code` of a refusal, or undefined if there is none. Returns undefined
 * in English, because the server's sentence contains the numbers of its policy.
 */
export function serverText(code: unknown): string | undefined {
  return isEnglish() ? undefined : textOf(`server.${String(code)}`)
}

export function isEnglish(): boolean {
  return languageOfPage() === 'en'
}

/** Returns the language of the page, which the server sets. The page of the development server is in English. */
export function languageOfPage(): Language {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return ((import.meta.env.SSR ? '' : document.documentElement.lang) || 'en') as Language
}

/** Returns the error's message, in the page's language if the refusal's code has a text in that language. */
export function shownMessageOf(error: unknown): string {
  const response =
    error instanceof Refused || error instanceof CallFailed ? error.answer['response'] : undefined
  return (isRecord(response) && serverText(response['code'])) || messageOf(error)
}

/**
 * Returns the words of an alert about a failed call (product.md section 8). If no usable answer came, these are the
 * app's own words and, in English, the error's own text below them.
 */
export function failureWords(error: unknown): [words: string, ownText?: string] {
  const words = plainWords(error)
  if (words === undefined) return [shownMessageOf(error)]
  return isEnglish() ? [words, shownMessageOf(error)] : [words]
}

/** Returns undefined if the server's message says what is wrong. */
function plainWords(error: unknown): string | undefined {
  if (!(error instanceof CallFailed) || error.displayMsg !== undefined) return undefined
  if (error.status !== undefined) return t('call.fault')
  if (error.kind === 'timeout') return t('call.slow')
  // The agent's connection is not to blame if the browser has a network.
  return t(navigator.onLine ? 'call.serverAway' : 'call.offline')
}

/** Formats an ISO time as DD-MM-YYYY HH:mm:ss in India's time zone. Returns other text unchanged. */
export function shownTime(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  const [day = '', time = ''] = indiaDateTime(moment).split('T')
  return `${shownDay(day)} ${time}`
}

/** Formats YYYY-MM-DD as DD-MM-YYYY. */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('-')
}

/** Returns the first letters of a name's first and last word. A letter of an Indian script keeps its vowel sign. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.match(/\p{L}\p{M}*/u)?.[0] ?? '')
    .join('')
    .toUpperCase()
}
