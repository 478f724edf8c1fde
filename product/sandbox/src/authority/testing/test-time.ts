/** The moment at which `Date` stands still in every test (scripts/suite/test-day.ts). */
export const testTime = Date.parse('2026-11-26T04:30:00.000Z')
