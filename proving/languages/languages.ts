import { languageCodes, type Language } from '@ekyc/contract/languages'

import { ownMonthNames } from '../../product/portal/src/texts/own-month-names.ts'

export type Translated = Exclude<Language, 'en'>

export const translated = languageCodes.filter((code): code is Translated => code !== 'en')

export function isTranslated(code: string | undefined): code is Translated {
  return translated.some(language => language === code)
}

/** Returns the months that the portal names itself in a language, because the browser's names are missing or too wide. */
export function ownMonths(language: Language, years: number[]): string[] {
  const { narrow, short, long } = ownMonthNames[language] ?? {}
  const ofYears = years.flatMap(year => long?.split(' ').map(month => `${month} ${year}`) ?? [])
  return [...(narrow?.split(' ') ?? []), ...(short?.split(' ') ?? []), ...ofYears]
}
