/** The moment at which every test begins, which scripts/suite/test-day.ts sets: a Thursday, 10:00 in India. */
export const testTime = Date.parse('2026-11-26T04:30:00.000Z')

/** Writes a moment as India's time without a time zone, as device services write it. */
export function inIndia(moment: number): string {
  return new Date(moment + 5.5 * 3_600_000).toISOString().slice(0, 19)
}
