import type { Language } from '@ekyc/contract/languages'

import { textOf } from './t.ts'

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
