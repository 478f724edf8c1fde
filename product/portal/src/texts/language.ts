import type { Language } from '@ekyc/contract/languages'
import { create } from 'zustand'

import { catalogues } from './catalogues.ts'
import { setTexts } from './t.ts'

/** The language of the page. When it changes, the root renders again, and every text with it. */
export const useLanguage = create<{ language: Language }>(() => ({ language: languageOfPage() }))

let loading: Promise<void> | undefined

/** Resolves when the whole catalogue of the page's language has loaded. The next call retries a failed load. */
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

/** Returns the tag for `Intl` in this language. Its digits are Latin, like those of every form and SMS. */
export function languageTag(): string {
  const { language } = useLanguage.getState()
  return language === 'en' ? language : `${language}-IN-u-nu-latn`
}

function languageOfPage(): Language {
  const lang = import.meta.env.SSR ? 'en' : document.documentElement.lang
  return Object.hasOwn(catalogues, lang) ? (lang as Language) : 'en'
}
