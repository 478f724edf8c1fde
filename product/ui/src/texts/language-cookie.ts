import { languageCookie, type Language } from '@ekyc/contract/languages'

const yearSeconds = 365 * 86_400

/** Stores the language that the person has chosen. The server sends the next page in this language. */
export function storeLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${secure}`
}
