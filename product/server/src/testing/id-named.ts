import { createHash } from 'node:crypto'

/** Returns a UUID made from a name, since the log keeps no other text of a caller. */
export function idNamed(name: string): string {
  const hex = createHash('sha256')
    .update(name)
    .digest('hex')
    .replaceAll(/\d{12}/g, 'abcdefabcdef')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
