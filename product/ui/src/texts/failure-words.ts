import { CallFailed } from '../browser/call-errors.ts'
import { isEnglish } from './server-text.ts'
import { shownMessageOf } from './shown-message.ts'
import { t } from './t.ts'

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
