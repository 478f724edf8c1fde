import { fromIndiaDateTime, startOfIndiaDay, startOfIndiaMonth } from '@ekyc/contract/india-time'

import { dayMs } from './clocks.ts'
import type { Policy } from './policy.ts'
import { BadField } from './call-errors.ts'

/** `from` is inclusive, `before` is exclusive. */
export type Period = { from: Date; before: Date }

/** The period of the times of all orders, which JavaScript and PostgreSQL can both represent. */
export const allTime: Period = {
  from: new Date('1970-01-01T00:00:00+05:30'),
  before: new Date('9999-01-01T00:00:00+05:30'),
}

const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

export function monthOf(at: Date): Period {
  return monthsBetween(at, at)
}

export function monthsBetween(first: Date, last: Date): Period {
  return { from: startOfIndiaMonth(first), before: startOfIndiaMonth(last, 1) }
}

/**
 * Orders and their daily counts are kept as long as their audit rows, because an order contains consent and verdict.
 */
export function orderRetentionYears({ auditOnlineYears, auditArchivedYears }: Policy): number {
  return auditOnlineYears + auditArchivedYears
}

/** Subtracts calendar years in UTC. 29 February becomes 1 March. */
export function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}

/**
 * Reads a point in time from milliseconds since 1970, or from ISO 8601 with a space or a T. A text without a zone is in
 * India time. A date without a time means the start of this day.
 * @returns undefined for any other value
 */
export function readMoment(value: unknown): Date | undefined {
  if (typeof value === 'number') return valid(new Date(value))
  if (typeof value !== 'string') return undefined
  const text = value.trim().replace(' ', 'T')
  if (/^\d{11,14}$/.test(text)) return valid(new Date(Number(text)))
  if (withZone.test(text)) return valid(momentWithZone(text))
  const local = text.replace(/\.\d+$/, '')
  return fromIndiaDateTime(/T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local) ?? startOfIndiaDay(local)
}

/**
 * Reads the first and the last time of a list (decisions.md section 2). Each bound is a day in India or an ISO
 * date-time, and both bounds are inclusive.
 * @returns the inclusive start and the exclusive end, both within `allTime`
 * @throws BadField if a day does not exist or a text is unreadable
 */
export function readPeriod(bounds: {
  from?: string | null | undefined
  to?: string | null | undefined
}): Period {
  const to = readBound('to', bounds.to)
  const last = to && new Date(to.getTime() + (isDay(bounds.to) ? dayMs : 1))
  return {
    from: within(readBound('from', bounds.from) ?? allTime.from),
    before: within(last ?? allTime.before),
  }
}

/** Returns undefined for 31 February, which JavaScript reads as 3 March. */
function momentWithZone(text: string): Date | undefined {
  return startOfIndiaDay(text.slice(0, 10)) && new Date(text)
}

/** Returns undefined for years before 1900 or after 9999. PostgreSQL's range of years ends before JavaScript's. */
function valid(moment: Date | undefined): Date | undefined {
  const year = moment?.getUTCFullYear() ?? 0
  return year >= 1900 && year <= 9999 ? moment : undefined
}

function readBound(field: string, text: string | null | undefined): Date | undefined {
  if (text === undefined || text === null || text.trim() === '') return undefined
  const moment = isDay(text)
    ? startOfIndiaDay(text)
    : withZone.test(text)
      ? momentWithZone(text)
      : fromIndiaDateTime(text)
  if (!moment || Number.isNaN(moment.getTime())) throw new BadField(field)
  return moment
}

function within(bound: Date): Date {
  return bound < allTime.from ? allTime.from : bound > allTime.before ? allTime.before : bound
}

function isDay(text: string | null | undefined): boolean {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
}
