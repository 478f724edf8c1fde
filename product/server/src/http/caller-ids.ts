import { createHmac, type KeyObject } from 'node:crypto'

const lengthOfHash = 16

/** A UUID with or without dashes (also the form of a W3C trace id), and a ULID. */
const forms = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{32}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
]

/**
 * Makes a caller's id safe for the log and the audit trail. It keeps a well-formed id; any other text may contain a
 * phone or an id number by mistake, so a keyed hash replaces it. The same text gets the same hash.
 */
export function recordedId(value: unknown, key: KeyObject): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (isId(value)) return value
  return `hash:${createHmac('sha256', key).update(`caller-id\0${value}`).digest('hex').slice(0, lengthOfHash)}`
}

/** Refuses a UUID that ends in twelve digits, which are more likely an id number. */
function isId(text: string): boolean {
  return forms.some(form => form.test(text)) && !/\d{12}$/.test(text)
}
