import { languageTag } from '../../texts/language.ts'

/** Formats '2026-11' as 'N', 'Nov' or 'November 2026', in the page's language. */
export function monthName(month: string, length: 'narrow' | 'short' | 'long'): string {
  const middle = new Date(`${month}-15T00:00:00Z`)
  if (Number.isNaN(middle.getTime())) return month
  return new Intl.DateTimeFormat(languageTag(), {
    month: length,
    ...(length === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(middle)
}
