import { loadTexts } from '@ekyc/ui/texts/language.ts'

import { catalogues } from './catalogues.ts'

export { languageTag, useLanguage } from '@ekyc/ui/texts/language.ts'

/** Resolves when the whole catalogue of the page's language has loaded. */
export function textsLoaded(): Promise<void> {
  return loadTexts(catalogues)
}
