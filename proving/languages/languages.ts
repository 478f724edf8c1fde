import { languageCodes, type Language } from '@ekyc/contract/languages'

import { ownMonthNames } from '../../product/portal/src/texts/own-month-names.ts'

export type Translated = Exclude<Language, 'en'>

export const translated = languageCodes.filter((code): code is Translated => code !== 'en')

export function isTranslated(code: string | undefined): code is Translated {
  return translated.some(language => language === code)
}

/** Returns the portal's month names for a language whose month names browsers lack. Other languages get no names. */
export function ownMonths(language: Language, years: number[]): string[] {
  const names = ownMonthNames[language]
  if (!names) return []
  const long = names.long.split(' ').flatMap(month => years.map(year => `${month} ${year}`))
  return [...names.narrow.split(' '), ...names.short.split(' '), ...long]
}
