import { fromIndiaDateTime, startOfIndiaDay } from '@ekyc/contract/india-time'

const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/**
 * Reads a moment: ISO 8601, without a zone as India time, with a space or a T, or milliseconds since 1970.
 * @returns undefined for any other text
 */
export function readMoment(value: unknown): Date | undefined {
  if (typeof value === 'number') return valid(new Date(value))
  if (typeof value !== 'string') return undefined
  const text = value.trim().replace(' ', 'T')
  if (/^\d{11,14}$/.test(text)) return valid(new Date(Number(text)))
  if (hasZone(text)) return valid(new Date(text))
  const local = text.replace(/\.\d+$/, '')
  return fromIndiaDateTime(/T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local) ?? startOfIndiaDay(local)
}

/** Tells whether the text is an ISO 8601 date-time with a zone. */
export function hasZone(text: string): boolean {
  return withZone.test(text)
}

/** Accepts years of four digits, enough for every real date: PostgreSQL's years end before JavaScript's. */
function valid(moment: Date): Date | undefined {
  const year = moment.getUTCFullYear()
  return year >= 1900 && year <= 9999 ? moment : undefined
}
