const offsetMs = 5.5 * 3_600_000

/** Reads the ts of a PID block (YYYY-MM-DDThh:mm:ss in India time). Returns undefined if the text is invalid. */
export function readPidTimestamp(ts: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(ts)) return undefined
  const moment = new Date(`${ts}.000Z`)
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== ts) return undefined
  return new Date(moment.getTime() - offsetMs)
}

/** Writes a time as India time with milliseconds and zone, as the authority's answers do. */
export function writeIndiaTime(instant: Date): string {
  return `${new Date(instant.getTime() + offsetMs).toISOString().slice(0, 23)}+05:30`
}
