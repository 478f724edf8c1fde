/**
 * The offset of India time from UTC, in ms. Months, days, filters and list dates follow India time in any host's time
 * zone (decisions.md section 3). A fixed offset is exact, because India has kept +05:30 without daylight saving time
 * since 1945.
 */
const offsetMs = 5.5 * 3_600_000

/** Formats an instant as India time in the form 'YYYY-MM-DDTHH:mm:ss' without a zone, as the `ts` of a PID block. */
export function indiaDateTime(instant: Date): string {
  return shifted(instant).slice(0, 19)
}

/** Formats an instant as its India day, 'YYYY-MM-DD'. */
export function indiaDate(instant: Date): string {
  return shifted(instant).slice(0, 10)
}

/** Formats an instant as its India month, 'YYYY-MM'. */
export function indiaMonth(instant: Date): string {
  return shifted(instant).slice(0, 7)
}

/**
 * Returns the instant at which an India day (YYYY-MM-DD) begins; undefined for a day that does not exist, such as
 * 2026-02-30.
 */
export function startOfIndiaDay(day: string): Date | undefined {
  return fromIndiaDateTime(`${day}T00:00:00`)
}

/** Returns the instant at which a month begins in India: the month of `instant`, or `monthsLater` months after it. */
export function startOfIndiaMonth(instant: Date, monthsLater = 0): Date {
  const local = new Date(instant.getTime() + offsetMs)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + monthsLater) - offsetMs)
}

/** Parses 'YYYY-MM-DDTHH:mm:ss' as India time. Returns undefined for a time that does not exist. */
export function fromIndiaDateTime(text: string): Date | undefined {
  const moment = new Date(`${text}.000Z`)
  // An ISO year outside 0 to 9999 has a sign and six digits. `toJSON` returns null for an invalid date.
  if (!/^\d/.test(text) || moment.toJSON() !== `${text}.000Z`) return undefined
  return new Date(moment.getTime() - offsetMs)
}

function shifted(instant: Date): string {
  return new Date(instant.getTime() + offsetMs).toISOString()
}
