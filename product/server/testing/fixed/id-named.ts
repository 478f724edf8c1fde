import { createHash } from 'node:crypto'

/** Makes a UUID from a name. The log shows a UUID from a caller unchanged, but hashes most other texts. */
export function idNamed(name: string): string {
  const hex = createHash('sha256')
    .update(name)
    .digest('hex')
    .replaceAll(/\d{12}/g, 'abcdefabcdef')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
