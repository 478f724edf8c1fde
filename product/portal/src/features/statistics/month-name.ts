import { languageTag, useLanguage } from '../../texts/language.ts'
import { ownMonthNames } from '../../texts/own-month-names.ts'

/** Formats '2026-11' as 'N', 'Nov' or 'November 2026', in the page's language. */
export function monthName(month: string, length: 'narrow' | 'short' | 'long'): string {
  const middle = new Date(`${month}-15T00:00:00Z`)
  if (Number.isNaN(middle.getTime())) return month
  const ownNames = ownMonthNames[useLanguage.getState().language]?.[length].split(' ')
  const ownName = ownNames?.[middle.getUTCMonth()]
  if (ownName !== undefined) return length === 'long' ? `${ownName} ${middle.getUTCFullYear()}` : ownName
  return new Intl.DateTimeFormat(languageTag(), {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(middle)
}
