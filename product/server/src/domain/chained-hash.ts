import { createHash } from 'node:crypto'

/** Hashes values that JSON can write, in their order. */
export function chainedHash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
