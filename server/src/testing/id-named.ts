import { createHash } from 'node:crypto'

/** A UUID that tests can tell by a name; the log keeps nothing else as a caller wrote it. */
export function idNamed(name: string): string {
  const hex = createHash('sha256')
    .update(name)
    .digest('hex')
    .replaceAll(/\d{12}/g, 'abcdefabcdef')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
