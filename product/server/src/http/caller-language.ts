import type { IncomingHttpHeaders } from 'node:http'

import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'
import { parseCookie } from 'cookie'
import Negotiator from 'negotiator'

/**
 * Chooses one of the bank's languages for a caller: the agent's choice in this browser, else the browser's preference,
 * else the bank's first.
 */
export function callerLanguage(
  headers: IncomingHttpHeaders,
  offered: readonly [Language, ...Language[]],
): Language {
  const chosen = parseCookie(headers.cookie ?? '')[languageCookie]
  if (isLanguage(chosen) && offered.includes(chosen)) return chosen
  const [wanted] = new Negotiator({ headers }).languages([...offered])
  // RFC 9110: a caller that names no language, or `*`, accepts any.
  return isLanguage(wanted) && headers['accept-language'] !== '*' ? wanted : offered[0]
}
