import { indiaDateTime } from '@ekyc/contract/india-time'

/** DD-MM-YYYY HH:mm:ss in India; what is no time is shown as it came. */
export function shownTime(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return iso
  const [day = '', time = ''] = indiaDateTime(moment).split('T')
  return `${day.split('-').toReversed().join('-')} ${time}`
}
