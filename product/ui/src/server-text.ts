import { useLanguage } from './language.ts'
import { textOf } from './t.ts'

/**
 * Returns the page's own sentence for a refusal's `response.code`. In English it returns undefined, because the
 * server's own sentence has the numbers of its policy.
 */
export function serverText(code: unknown): string | undefined {
  return isEnglish() ? undefined : textOf(`server.${String(code)}`)
}

export function isEnglish(): boolean {
  return useLanguage.getState().language === 'en'
}
