import type { Language } from '@ekyc/contract/languages'
import type { Page } from '@playwright/test'

import { lookAgain } from '../looks/look-again.ts'
import { choose } from './show-language.ts'

/** Functions that run in the page. Each uses nothing from outside its body, because it is sent as text. */
type Finders = Partial<Record<string, () => unknown>>
type Look<Found extends Finders> = { language: Language } & {
  [Name in keyof Found]: Awaited<ReturnType<NonNullable<Found[Name]>>>
}

/**
 * Shows the page in one language after the other, and returns what each finder finds in each language. A single message
 * to the browser does all of this, because each message takes time.
 */
export function lookInLanguages<Found extends Finders>(
  page: Page,
  languages: readonly Language[],
  finders: Found,
): Promise<Look<Found>[]> {
  const found = Object.entries(finders).map(([name, find]) =>
    name === 'texts' ? `texts: (${String(find)})(),` : `${name}: await lookAgain(${String(find)}),`,
  )
  return page.evaluate<Look<Found>[]>(`(async () => {
    const lookAgain = ${String(lookAgain)}
    const looks = []
    for (const language of ${JSON.stringify(languages)}) {
      await (${String(choose)})(language)
      looks.push({ language, ${found.join(' ')} })
    }
    return looks
  })()`)
}
