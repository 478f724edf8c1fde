import type { IncomingHttpHeaders } from 'node:http'

import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'
import { parseCookie } from 'cookie'
import Negotiator from 'negotiator'

/**
 * Chooses one of the bank's languages for a caller: the language that the agent chose in this browser, otherwise the
 * browser's preferred language, otherwise the bank's first language.
 */
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
