import type { Language } from '@ekyc/contract/languages'
import type { Page } from '@playwright/test'

import { readTexts, type ShownTexts } from './foreign-texts.ts'
import { findRoomProblems } from './room.ts'
import { choose } from './show-language.ts'

export type Look = { language: Language; texts: ShownTexts; problems: string[] }

/** Shows one language after the other in one message to the browser, because each message takes time. */
export function lookInLanguages(page: Page, languages: readonly Language[]): Promise<Look[]> {
  return page.evaluate<Look[]>(`(async () => {
    const looks = []
    for (const language of ${JSON.stringify(languages)}) {
      await (${String(choose)})(language)
      const problems = await (${String(findRoomProblems)})()
      looks.push({ language, problems, texts: (${String(readTexts)})() })
    }
    return looks
  })()`)
}
