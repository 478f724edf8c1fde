/**
 * Months, days, filters and list dates follow India time in any host's time zone (decisions.md section 3). India has
 * kept +05:30 without daylight saving since 1945, so a fixed offset is exact.
 */
const offsetMs = 5.5 * 3_600_000

/** Formats an instant as India time, 'YYYY-MM-DDTHH:mm:ss' without a zone, the form of a PID block's ts. */
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
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const start = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day) return undefined
  return new Date(start.getTime() - offsetMs)
}

/** Parses 'YYYY-MM-DDTHH:mm:ss' as India time; undefined for a time that does not exist. */
export function fromIndiaDateTime(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text)) return undefined
  const moment = new Date(`${text}.000Z`)
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== text) return undefined
  return new Date(moment.getTime() - offsetMs)
}

function shifted(instant: Date): string {
  return new Date(instant.getTime() + offsetMs).toISOString()
}
