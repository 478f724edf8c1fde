import type { Language } from '@ekyc/contract/languages'
import { create } from 'zustand'

import { catalogues } from './catalogues.ts'
import { setTexts } from './t.ts'

/** The language of the page. The root renders again when it changes, and with it every text. */
export const useLanguage = create<{ language: Language }>(() => ({ language: languageOfPage() }))

let loading: Promise<void> | undefined

/** Resolves when the whole catalogue of the page's language is there. A failed load is tried again at the next call. */
export async function textsLoaded(): Promise<void> {
  loading ??= loadTexts(useLanguage.getState().language)
  try {
    await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

async function loadTexts(language: Language): Promise<void> {
  setTexts((await catalogues[language]()).default)
}

/** The tag for `Intl` in this language. Its digits are Latin, like those of every form and SMS. */
export function languageTag(): string {
  const { language } = useLanguage.getState()
  return language === 'en' ? language : `${language}-IN-u-nu-latn`
}

function languageOfPage(): Language {
  const lang = import.meta.env.SSR ? 'en' : document.documentElement.lang
  return Object.hasOwn(catalogues, lang) ? (lang as Language) : 'en'
}
