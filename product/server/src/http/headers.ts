import { createHmac, type KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import { isRecord } from '@ekyc/contract/is-record'
import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

import { readMoment } from '../domain/calendar.ts'
import { platforms, type ClientSystem } from '../domain/sign-in/operating-systems.ts'

/** The header by which a page asks Chromium for the version of the operating system in each call (client hints). */
export const clientHintsHeader = { 'accept-ch': 'Sec-CH-UA-Platform-Version' }

const lengthOfHash = 16

/** The forms of a valid id: a UUID with dashes, a UUID or W3C trace id without dashes, and a ULID. */
const forms = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{32}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
]

/** Returns all values of the header with this lower-case name. Node's `headers` keeps only the first for some names. */
export function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const other = rawHeaders[at] ?? ''
    if (other.length === name.length && other.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

export function callerLanguage(
  headers: IncomingHttpHeaders,
  offered: readonly [Language, ...Language[]],
): Language {
  const chosen = parseCookie(headers.cookie ?? '')[languageCookie]
  if (isLanguage(chosen) && offered.includes(chosen)) return chosen
  const [wanted] = new Negotiator({ headers }).languages([...offered])
  // RFC 9110: a caller that names no language, or `*`, accepts any language.
  return isLanguage(wanted) && headers['accept-language'] !== '*' ? wanted : offered[0]
}

/** Browsers write the same version for many systems into User-Agent. Such a version is returned as undefined. */
export function readOperatingSystem(headers: IncomingHttpHeaders): ClientSystem {
  const [, name = ''] = /^"([^"]{1,32})"$/.exec(headers['sec-ch-ua-platform']?.toString() ?? '') ?? []
  const hinted = platforms.find(platform => platform === name.replace('Chromium OS', 'Chrome OS'))
  const [, version] =
    /^"(\d{1,3}(?:\.\d{1,5}){0,3})"$/.exec(headers['sec-ch-ua-platform-version']?.toString() ?? '') ?? []
  if (hinted && version !== undefined) return systemOf(hinted, version)
  return readUserAgent(headers['user-agent'] ?? '')
}

/** These ids of the caller grant no rights and never cause a refusal (decisions.md section 2). */
export function readCallerIds(
  request: FastifyRequest,
  key: KeyObject,
): { requestId: string | undefined; headerTraceId: string | undefined } {
  const header = headerOf(request)
  return {
    requestId: safeCallerId(header['requestId'], key),
    headerTraceId: safeCallerId(header['traceId'], key),
  }
}

/**
 * A text that is no well-formed id may contain a phone or an id number by mistake, so a keyed hash replaces it.
 * The same text always gets the same hash.
 */
export function safeCallerId(value: unknown, key: KeyObject): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (isId(value)) return value
  return `hash:${createHmac('sha256', key).update(`caller-id\0${value}`).digest('hex').slice(0, lengthOfHash)}`
}

/** The date of this time is in the IV of the call's password. */
export function readSendTime(request: FastifyRequest): Date | undefined {
  return readMoment(headerOf(request)['datetime'])
}

/** A text that ends in twelve digits is refused as a probable Aadhaar number. */
function isId(text: string): boolean {
  return forms.some(form => form.test(text)) && !/\d{12}$/.test(text)
}

function headerOf(request: FastifyRequest): Record<string, unknown> {
  const header = (request.body as { header?: unknown } | null | undefined)?.header
  return isRecord(header) ? header : {}
}

function readUserAgent(text: string): ClientSystem {
  const windows = /Windows NT (\d+\.\d+)/.exec(text)?.[1]
  if (windows !== undefined) return systemOf('Windows', windowsHints[windows])
  const android = /Android (\d{1,2})\b(?!; K\))/.exec(text)?.[1]
  if (text.includes('Android')) return systemOf('Android', android)
  if (/iPhone|iPad/.test(text)) return systemOf('iOS', undefined)
  const [, major, minor] = /Mac OS X (\d{1,2})[._](\d{1,2})/.exec(text) ?? []
  if (major !== undefined)
    return systemOf('macOS', `${major}.${minor}` === '10.15' ? undefined : `${major}.${minor}`)
  if (text.includes('CrOS')) return systemOf('Chrome OS', undefined)
  return systemOf(text.includes('Linux') ? 'Linux' : 'other', undefined)
}

/** The client hint for each NT version in the User-Agent header. NT 10.0 is missing: Windows 10 and 11 both send it. */
const windowsHints: Record<string, string> = { '6.0': '0', '6.1': '0.1', '6.2': '0.2', '6.3': '0.3' }

/** Drops the version of a platform that the end-of-life table lacks, such as Linux, which distributors update. */
function systemOf(platform: ClientSystem['platform'], version: string | undefined): ClientSystem {
  const isInTables = platform === 'Windows' || platform === 'Android' || platform === 'macOS'
  return { platform, version: isInTables ? version : undefined }
}
