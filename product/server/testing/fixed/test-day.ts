/** The moment at which `Date` stands still in every test, as scripts/suite/test-day.ts says. */
export const testDay = new Date('2026-11-26T04:30:00.000Z')
