import type { Policy } from './policy.ts'

/**
 * Returns how long orders are kept: orders hold consent and verdict, so they and their daily counts stay as long as
 * their audit rows.
 */
export function orderYears({ auditOnlineYears, auditArchivedYears }: Policy): number {
  return auditOnlineYears + auditArchivedYears
}

/** Subtracts calendar years in UTC: 29 February becomes 1 March. */
export function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
