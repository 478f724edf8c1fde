import { indiaMonth, startOfIndiaDay } from '@ekyc/contract/india-time'

import type { Period } from './stores.ts'

/** Returns the India month of a moment. */
export function monthOf(at: Date): Period {
  return monthsBetween(at, at)
}

/** Returns the India months from that of the first moment to that of the last. */
export function monthsBetween(first: Date, last: Date): Period {
  return { from: startOfMonth(indiaMonth(first)), before: startOfMonth(monthAfter(indiaMonth(last))) }
}

function monthAfter(month: string): string {
  const after = new Date(`${month}-01T00:00:00Z`)
  after.setUTCMonth(after.getUTCMonth() + 1)
  return after.toISOString().slice(0, 7)
}

function startOfMonth(month: string): Date {
  const start = startOfIndiaDay(`${month}-01`)
  if (!start) throw new RangeError(`${month} is no month of four-digit years`)
  return start
}
