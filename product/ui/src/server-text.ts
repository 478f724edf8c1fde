import { useLanguage } from './language.ts'
import { textOf } from './t.ts'

/**
 * Returns the app's own sentence for the `response.code` of a refusal, or undefined if there is none. Returns undefined
 * in English, because the server's sentence contains the numbers of its policy.
 */
export function serverText(code: unknown): string | undefined {
  return isEnglish() ? undefined : textOf(`server.${String(code)}`)
}

export function isEnglish(): boolean {
  return useLanguage.getState().language === 'en'
}
