import { startOfIndiaMonth } from '@ekyc/contract/india-time'

import type { Period } from './stores.ts'

/** Returns the India month of a moment. */
export function monthOf(at: Date): Period {
  return monthsBetween(at, at)
}

/** Returns the India months from the first moment to the last. */
export function monthsBetween(first: Date, last: Date): Period {
  return { from: startOfIndiaMonth(first), before: startOfIndiaMonth(last, 1) }
}
