import { indiaDateTime } from '@ekyc/contract/india-time'

/** Formats an ISO time as DD-MM-YYYY HH:mm:ss in India's time zone. Returns other text unchanged. */
export function shownTime(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  const [day = '', time = ''] = indiaDateTime(moment).split('T')
  return `${shownDay(day)} ${time}`
}

/** Formats YYYY-MM-DD as DD-MM-YYYY. */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('-')
}
