import { indiaDate, indiaDateTime } from '@ekyc/contract/india-time'
import { languageTag } from '@ekyc/ui/language.ts'

import { t } from './t.ts'

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Shows a moment as a time if the moment is today in India, and otherwise as a day. */
export function shownMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  return indiaDate(moment) === indiaDate(now) ? shownClock(iso).slice(0, 5) : shownDay(iso, now)
}

/** Shows the time of day in India with seconds. */
export function shownClock(iso: string): string {
  return indiaDateTime(new Date(iso)).slice(11)
}

/** Shows a day in India, such as 2 Nov or 2 Nov 2025. Languages other than English get the whole name of the month. */
export function shownDay(iso: string, now = new Date()): string {
  const [year = '', month = '', day = ''] = indiaDate(new Date(iso)).split('-')
  const name = languageTag() === 'en' ? months[Number(month) - 1] : longMonth(Number(month))
  const short = `${Number(day)} ${name}`
  return year === indiaDate(now).slice(0, 4) ? short : `${short} ${year}`
}

function longMonth(month: number): string {
  return new Intl.DateTimeFormat(languageTag(), { month: 'long' }).format(new Date(2026, month - 1, 15))
}

export function shownToMinute(iso: string): string {
  return `${shownDay(iso)}, ${shownClock(iso).slice(0, 5)}`
}

export function shownInFull(iso: string): string {
  return `${shownDay(iso)}, ${shownClock(iso)}`
}

/** Groups digits as India does: 12,34,567. */
export function shownNumber(value: number): string {
  return value.toLocaleString('en-IN')
}

/** Shows the number of a list's rows, with the word "about" if the server stopped counting at this number. */
export function shownCount({ n, isAbout }: { n: number; isAbout: boolean }): string {
  return isAbout ? t('table.about', { count: shownNumber(n) }) : shownNumber(n)
}
