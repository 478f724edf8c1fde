import { loadTexts } from '@ekyc/ui/texts/language.ts'
import type { Language } from '@ekyc/contract/languages'
import { showLanguage as show } from '@ekyc/ui/texts/show-language.ts'

import { catalogues } from './catalogues.ts'

export { languageTag, useLanguage } from '@ekyc/ui/texts/language.ts'

/** Resolves when the whole catalogue of the page's language has loaded. */
export function textsLoaded(): Promise<void> {
  return loadTexts(catalogues)
}

/** Changes every text on the screen at once, and stores the choice in this browser. */
export function showLanguage(language: Language): Promise<void> {
  return show(catalogues, language)
}
