import type { Language } from '@ekyc/contract/languages'
import { create } from 'zustand'

import { languageOfPage } from './shown.ts'
import { setTexts, type Texts } from './t.ts'

export type Catalogues = Partial<Record<Language, LoadTexts>> & { en: LoadTexts }

type LoadTexts = () => Promise<{ default: Texts }>

/** The language of the page. When the language changes, the root renders again with all its texts. */
export const useLanguage = create<{ language: Language }>(() => ({ language: languageOfPage() }))

let loading: Promise<void> | undefined

/** After a failure, the next call tries again. */
export async function loadTexts(catalogues: Catalogues): Promise<void> {
  loading ??= load(catalogues)
  try {
    await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

async function load(catalogues: Catalogues): Promise<void> {
  const { [useLanguage.getState().language]: ofPage = catalogues.en } = catalogues
  setTexts((await ofPage()).default)
}

/** Returns the tag of the page's language for `Intl`. The tag selects Latin digits, which all forms and SMS have. */
export function languageTag(): string {
  const { language } = useLanguage.getState()
  return language === 'en' ? language : `${language}-IN-u-nu-latn`
}
