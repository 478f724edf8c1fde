import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, even for different lengths. */
export function isSame(given: string | Buffer, wanted: string | Buffer): boolean {
  const hash = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()
  return timingSafeEqual(hash(given), hash(wanted))
}
