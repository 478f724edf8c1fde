import { isLanguage, languageCookie, type Language } from '@ekyc/contract/languages'
import { create } from 'zustand'

import { catalogues } from './catalogues.ts'
import { setTexts } from './t.ts'

/** The language of the page. The root renders again when it changes, and with it every text. */
export const useLanguage = create<{ language: Language }>(() => ({ language: languageOfPage() }))

let loaded: Promise<Language> | undefined

/** Resolves when the whole catalogue of the page's language is there. A failed load is tried again at the next call. */
export async function textsLoaded(): Promise<void> {
  const { language } = useLanguage.getState()
  loaded ??= load(language)
  try {
    await loaded
  } catch (error) {
    loaded = undefined
    throw error
  }
}

/** Changes every text at once, and keeps the choice in this browser. Without the catalogue nothing changes. */
export async function showLanguage(language: Language): Promise<void> {
  loaded = Promise.resolve(await load(language))
  const yearSeconds = 365 * 86_400
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${secure}`
  document.documentElement.lang = language
  useLanguage.setState({ language })
}

/** The page of a service worker's store may be in another language than the agent has chosen since. */
export function chosenLanguage(): Language | undefined {
  const entry = document.cookie.split('; ').find(cookie => cookie.startsWith(`${languageCookie}=`))
  const code = entry?.slice(languageCookie.length + 1)
  return isLanguage(code) ? code : undefined
}

/** The tag for `Intl` in this language. Its digits are Latin, like those of every form and SMS. */
export function languageTag(): string {
  const { language } = useLanguage.getState()
  return language === 'en' ? language : `${language}-IN-u-nu-latn`
}

async function load(language: Language): Promise<Language> {
  setTexts(await catalogues[language]())
  return language
}

function languageOfPage(): Language {
  const { lang } = import.meta.env.SSR ? { lang: 'en' } : document.documentElement
  return isLanguage(lang) ? lang : 'en'
}
