import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'

import { storeLanguage } from './language-cookie.ts'
import { loadTexts, useLanguage, type Catalogues } from './language.ts'
import { setTexts } from './t.ts'

let coming: Language | undefined

/**
 * Changes the language of all texts at once, and stores the choice in this browser. If the texts do not load, nothing
 * changes. The last of several choices wins, even if its texts arrive first.
 */
export async function showLanguage(catalogues: Catalogues, language: Language): Promise<void> {
  coming = language
  // The function also waits for the page's first texts, because they would replace the chosen texts if they came later.
  const [catalogue] = await Promise.allSettled([
    (catalogues[language] ?? catalogues.en)(),
    loadTexts(catalogues),
  ])
  if (coming !== language) return
  coming = undefined
  if (catalogue.status === 'rejected') throw catalogue.reason
  setTexts(catalogue.value.default)
  storeLanguage(language)
  document.documentElement.lang = language
  useLanguage.setState({ language })
}

/** Shows the language that the person has chosen, if the page has another language. */
export async function followChoice(catalogues: Catalogues): Promise<void> {
  const entry = document.cookie.split('; ').find(cookie => cookie.startsWith(`${languageCookie}=`))
  const choice = entry?.slice(languageCookie.length + 1)
  const isNew = coming === undefined && choice !== useLanguage.getState().language
  if (isLanguage(choice) && catalogues[choice] && isNew) await showLanguage(catalogues, choice)
}
