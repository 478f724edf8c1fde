/**
 * India time rules months, days, filters and list dates whatever the host's zone (decisions.md section 3).
 * India has kept +05:30 without daylight saving since 1945, so an offset is exact and needs no zone data.
 */
const offsetMs = 5.5 * 3_600_000

/** 'YYYY-MM-DDTHH:mm:ss' of this instant on an Indian wall clock, without a zone: the form of a PID block's ts. */
export function indiaDateTime(instant: Date): string {
  return shifted(instant).slice(0, 19)
}

/** 'YYYY-MM-DD' in India. */
export function indiaDate(instant: Date): string {
  return shifted(instant).slice(0, 10)
}

/** 'YYYY-MM' in India. */
export function indiaMonth(instant: Date): string {
  return shifted(instant).slice(0, 7)
}

/** The instant at which the given India day (YYYY-MM-DD) begins; undefined when there is no such day (2026-02-30). */
export function startOfIndiaDay(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const start = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== day) return undefined
  return new Date(start.getTime() - offsetMs)
}

/** Reads 'YYYY-MM-DDTHH:mm:ss' as India time; undefined when there is no such moment. */
export function fromIndiaDateTime(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text)) return undefined
  const moment = new Date(`${text}.000Z`)
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== text) return undefined
  return new Date(moment.getTime() - offsetMs)
}

function shifted(instant: Date): string {
  return new Date(instant.getTime() + offsetMs).toISOString()
}
