/**
 * How long audit rows are kept (decisions.md section 3): what tells about an authentication 2 years at hand and 5
 * more in the archive, everything else (the log of access that data protection asks for) 1 year.
 */
export const auditRetention = {
  /** Nouns of the actions that tell who was authenticated, by whom and how; not those of strangers. */
  authentication: ['session', 'password', 'order', 'consent'],
  onlineYears: 2,
  archivedYears: 5,
  otherYears: 1,
} as const

/**
 * Orders carry consent and verdict, and are kept as long as the audit rows about them; and so are the daily counts of
 * them, from which the lists' totals are made.
 */
export const orderRetention = {
  years: 7,
  /** Never submitted: nobody was authenticated. */
  unfinishedYears: 1,
} as const

/** The calendar's years, by UTC: 29 February becomes 1 March. */
export function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(before.getUTCFullYear() - years)
  return before
}
