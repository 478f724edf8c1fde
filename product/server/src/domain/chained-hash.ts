import { createHash } from 'node:crypto'

/** Returns the SHA-256 of the JSON of all values in their order, in hexadecimal. */
export function chainedHash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
