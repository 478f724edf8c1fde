import { startOfIndiaMonth } from '@ekyc/contract/india-time'

import type { Period } from './kyc/kyc-stores.ts'

export function monthOf(at: Date): Period {
  return monthsBetween(at, at)
}

/** Returns the period of all calendar months in India from the first time to the last. */
export function monthsBetween(first: Date, last: Date): Period {
  return { from: startOfIndiaMonth(first), before: startOfIndiaMonth(last, 1) }
}
