import type { Language } from '@ekyc/contract/languages'
import { create } from 'zustand'

import { setTexts, type Texts } from './t.ts'

/** The loader of each language's catalogue that an app has. */
export type Catalogues = Partial<Record<Language, LoadTexts>> & { en: LoadTexts }

type LoadTexts = () => Promise<{ default: Texts }>

/** The language of the page. When it changes, the root renders again, and every text with it. */
export const useLanguage = create<{ language: Language }>(() => ({ language: languageOfPage() }))

let loading: Promise<void> | undefined

/** Resolves when the whole catalogue of the page's language has loaded. The next call retries a failed load. */
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

/** Returns the tag for `Intl` in this language. Its digits are Latin, like those of every form and SMS. */
export function languageTag(): string {
  const { language } = useLanguage.getState()
  return language === 'en' ? language : `${language}-IN-u-nu-latn`
}

/** The server gives the page its language; the dev server's page has English. */
function languageOfPage(): Language {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return ((import.meta.env.SSR ? '' : document.documentElement.lang) || 'en') as Language
}
