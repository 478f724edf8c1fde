import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two values in constant time, even if their lengths differ. */
export function isSame(given: string | Buffer, wanted: string | Buffer): boolean {
  const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}
