import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'

import { catalogues } from './catalogues.ts'
import { textsLoaded, useLanguage } from './language.ts'
import { setTexts } from './t.ts'

const yearSeconds = 365 * 86_400

/** The language whose catalogue loads. */
let coming: Language | undefined

/**
 * Changes every text at once, and keeps the choice in this browser. Without the catalogue nothing changes. Of several
 * choices the last one counts, whichever catalogue comes first.
 */
export async function showLanguage(language: Language): Promise<void> {
  coming = language
  // The first catalogue of the page would replace this one if it came later.
  const [catalogue] = await Promise.allSettled([catalogues[language](), textsLoaded()])
  if (coming !== language) return
  coming = undefined
  if (catalogue.status === 'rejected') throw catalogue.reason
  setTexts(catalogue.value.default)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${secure}`
  document.documentElement.lang = language
  useLanguage.setState({ language })
}

/** Follows the agent's choice where the page has another language: it came from the service worker's store. */
export async function followChoice(): Promise<void> {
  const entry = document.cookie.split('; ').find(cookie => cookie.startsWith(`${languageCookie}=`))
  const choice = entry?.slice(languageCookie.length + 1)
  const isNew = coming === undefined && choice !== useLanguage.getState().language
  if (isLanguage(choice) && isNew) await showLanguage(choice)
}
