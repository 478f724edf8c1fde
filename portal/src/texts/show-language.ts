import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'

import { loadTexts, useLanguage } from './language.ts'

const yearSeconds = 365 * 86_400

/** Changes every text at once, and keeps the choice in this browser. Without the catalogue nothing changes. */
export async function showLanguage(language: Language): Promise<void> {
  await loadTexts(language)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${secure}`
  document.documentElement.lang = language
  useLanguage.setState({ language })
}

/** Follows the agent's choice where the page has another language: it came from the service worker's store. */
export async function followChoice(): Promise<void> {
  const entry = document.cookie.split('; ').find(cookie => cookie.startsWith(`${languageCookie}=`))
  const chosen = entry?.slice(languageCookie.length + 1)
  if (isLanguage(chosen) && chosen !== useLanguage.getState().language) await showLanguage(chosen)
}
