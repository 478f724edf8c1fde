import { languageCodes, type Language } from '@ekyc/contract/languages'

/** The languages that are translated from English. */
export type Translated = Exclude<Language, 'en'>

export const translated = languageCodes.filter((code): code is Translated => code !== 'en')

export function isTranslated(code: string | undefined): code is Translated {
  return translated.some(language => language === code)
}
