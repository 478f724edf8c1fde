import type { Language } from '@ekyc/contract/languages'
import { showLanguage as show } from '@ekyc/ui/texts/show-language.ts'

import { catalogues } from './catalogues.ts'

/** Changes every text on the screen at once, and stores the choice in this browser. */
export function showLanguage(language: Language): Promise<void> {
  return show(catalogues, language)
}
