import { fromIndiaDateTime, startOfIndiaDay } from '@ekyc/contract/india-time'

import { dayMs } from '../domain/durations.ts'
import { hasZone } from '../domain/read-moment.ts'
import { BadField } from '../domain/refused.ts'

/** Every order lies between these dates, and both JavaScript and PostgreSQL can represent them. */
const firstBound = new Date('1970-01-01T00:00:00Z')
const lastBound = new Date('9999-01-01T00:00:00Z')

/**
 * Reads the bounds of a list (decisions.md section 2): an India day, inclusive on both sides, or an ISO date-time.
 * @returns from inclusive, before exclusive; neither beyond the dates of any order
 * @throws BadField for a day that does not exist or an unreadable text
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
