import { indiaDate, indiaDateTime } from '@ekyc/contract/india-time'
import { languageTag } from '@ekyc/ui/language.ts'

import { t } from './t.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Shows the time of a moment of today, and the day of any other moment. */
export function shownMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  return indiaDate(moment) === indiaDate(now) ? shownClock(iso).slice(0, 5) : shownDay(iso, now)
}

/** Shows the time of day in India with seconds. */
export function shownClock(iso: string): string {
  return indiaDateTime(new Date(iso)).slice(11)
}

/** Shows a day in India, such as 2 Nov or 2 Nov 2025. Only English has common short names of the months. */
export function shownDay(iso: string, now = new Date()): string {
  const [year = '', month = '', day = ''] = indiaDate(new Date(iso)).split('-')
  const name = languageTag() === 'en' ? months[Number(month) - 1] : longMonth(Number(month))
  const short = `${Number(day)} ${name}`
  return year === indiaDate(now).slice(0, 4) ? short : `${short} ${year}`
}

function longMonth(month: number): string {
  return new Intl.DateTimeFormat(languageTag(), { month: 'long' }).format(new Date(2026, month - 1, 15))
}

/** Shows the day and the time in India, to the minute. */
export function shownToMinute(iso: string): string {
  return `${shownDay(iso)}, ${shownClock(iso).slice(0, 5)}`
}

/** Shows the day and the time in India, with seconds. */
export function shownInFull(iso: string): string {
  return `${shownDay(iso)}, ${shownClock(iso)}`
}

/** Groups digits as India does: 12,34,567. */
export function shownNumber(value: number): string {
  return value.toLocaleString('en-IN')
}

/** Shows the count of a list. The word "about" marks a count at which the server stopped counting. */
export function shownCount({ n, isAbout }: { n: number; isAbout: boolean }): string {
  return isAbout ? t('table.about', { count: shownNumber(n) }) : shownNumber(n)
}
