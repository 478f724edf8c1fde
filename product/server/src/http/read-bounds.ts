import { fromIndiaDateTime, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs } from '../domain/clocks.ts'
import { hasZone } from '../domain/calendar.ts'
import { BadField } from '../domain/refused.ts'

/** The times of all orders are between these two dates, which JavaScript and PostgreSQL can both represent. */
const firstBound = new Date('1970-01-01T00:00:00Z')
const lastBound = new Date('9999-01-01T00:00:00Z')

/**
 * Reads the first and the last time of a list (decisions.md section 2). Each bound is a day in India or an ISO
 * date-time, and both bounds are inclusive.
 * @returns the inclusive start and the exclusive end, limited to the range from `firstBound` to `lastBound`
 * @throws BadField if a day does not exist or a text is unreadable
 */
export function readBounds(bounds: { from?: string | null | undefined; to?: string | null | undefined }): {
  from: Date | undefined
  before: Date | undefined
} {
  const to = readBound('to', bounds.to)
  const last = to && new Date(to.getTime() + (isDay(bounds.to) ? dayMs : 1))
  return { from: within(readBound('from', bounds.from)), before: within(last) }
}

function readBound(field: string, text: string | null | undefined): Date | undefined {
  if (text === undefined || text === null || text.trim() === '') return undefined
  const moment = isDay(text)
    ? startOfIndiaDay(text)
    : hasZone(text)
      ? new Date(text)
      : fromIndiaDateTime(text)
  if (!moment || Number.isNaN(moment.getTime())) throw new BadField(field)
  return moment
}

function within(bound: Date | undefined): Date | undefined {
  if (!bound) return undefined
  return bound < firstBound ? firstBound : bound > lastBound ? lastBound : bound
}

function isDay(text: string | null | undefined): boolean {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
}
