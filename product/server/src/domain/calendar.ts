import { startOfIndiaMonth, fromIndiaDateTime, startOfIndiaDay } from '@ekyc/contract/india-time'

import type { Period } from './kyc/kyc-stores.ts'
import type { Policy } from './policy.ts'

export function monthOf(at: Date): Period {
  return monthsBetween(at, at)
}

/** Returns the period of all calendar months in India from the first time to the last. */
export function monthsBetween(first: Date, last: Date): Period {
  return { from: startOfIndiaMonth(first), before: startOfIndiaMonth(last, 1) }
}

/**
 * Returns the time for which orders are kept, in years. An order contains consent and verdict. Therefore orders and
 * their daily counts are kept as long as their audit rows.
 */
export function orderYears({ auditOnlineYears, auditArchivedYears }: Policy): number {
  return auditOnlineYears + auditArchivedYears
}

/** Subtracts calendar years in UTC. 29 February becomes 1 March. */
export function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}

const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

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
  if (hasZone(text)) return valid(new Date(text))
  const local = text.replace(/\.\d+$/, '')
  return fromIndiaDateTime(/T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local) ?? startOfIndiaDay(local)
}

export function hasZone(text: string): boolean {
  return withZone.test(text)
}

/** Returns undefined for years before 1900 or after 9999. PostgreSQL's range of years ends before JavaScript's. */
function valid(moment: Date): Date | undefined {
  const year = moment.getUTCFullYear()
  return year >= 1900 && year <= 9999 ? moment : undefined
}
