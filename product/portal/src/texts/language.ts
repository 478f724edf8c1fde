import { loadTexts } from '@ekyc/ui/texts/language.ts'
import type { Language } from '@ekyc/contract/languages'
import { showLanguage as show } from '@ekyc/ui/texts/show-language.ts'

import type { Catalogue } from './t.ts'

export { languageTag, useLanguage } from '@ekyc/ui/texts/language.ts'

export function textsLoaded(): Promise<void> {
  return loadTexts(catalogues)
}

export function showLanguage(language: Language): Promise<void> {
  return show(catalogues, language)
}

/**
 * The functions that load the texts of each language. Each language is a separate chunk, and the portal loads only the
 * agent's language. The build fills each text that a language lacks with the English text
 * (@ekyc/ui/vite/complete-texts.ts).
 */
export const catalogues = {
  en: () => import('./en.ts'),
  hi: () => import('./hi.json'),
  bn: () => import('./bn.json'),
  mr: () => import('./mr.json'),
  te: () => import('./te.json'),
  ta: () => import('./ta.json'),
  gu: () => import('./gu.json'),
  kn: () => import('./kn.json'),
  or: () => import('./or.json'),
  ml: () => import('./ml.json'),
  pa: () => import('./pa.json'),
} satisfies Record<Language, () => Promise<{ default: Partial<Catalogue> }>>
