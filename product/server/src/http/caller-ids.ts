import { createHmac, type KeyObject } from 'node:crypto'

const lengthOfHash = 16

/** The forms of a valid id: a UUID with dashes, a UUID or W3C trace id without dashes, and a ULID. */
const forms = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^[0-9a-f]{32}$/i,
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i,
]

/**
 * Makes an id from a caller safe for the log and the audit trail. A well-formed id is kept. Any other text may contain
 * a phone or an id number by mistake, so a keyed hash replaces it. The same text always gets the same hash.
 */
export function recordedId(value: unknown, key: KeyObject): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (isId(value)) return value
  return `hash:${createHmac('sha256', key).update(`caller-id\0${value}`).digest('hex').slice(0, lengthOfHash)}`
}

/** A text that ends in twelve digits is refused as a probable Aadhaar number. */
function isId(text: string): boolean {
  return forms.some(form => form.test(text)) && !/\d{12}$/.test(text)
}
