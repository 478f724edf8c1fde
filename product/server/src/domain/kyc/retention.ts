import type { Policy } from '../policy.ts'

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
