import { createHmac } from 'node:crypto'

const lengthOfHash = 16

/** UUID with dashes or without, which is also the form of a W3C trace id, and ULID. */
const forms = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{32}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
]

/**
 * What goes into the log and the audit trail for an id that the caller gave. An id is kept as it is; anything else may
 * be a phone or an id number that somebody's slip has put there, so that a keyed hash stands for it: the same text has
 * the same one.
 */
export function recordedId(value: unknown, key: Buffer): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (isId(value)) return value
  return `hash:${createHmac('sha256', key).update(`caller-id\0${value}`).digest('hex').slice(0, lengthOfHash)}`
}

/** Twelve digits at the end of a UUID are more likely somebody's id number. */
function isId(text: string): boolean {
  return forms.some(form => form.test(text)) && !/\d{12}$/.test(text)
}
