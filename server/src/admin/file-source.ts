import { createHash } from 'node:crypto'
import { basename } from 'node:path'

/** Which file it was, so that it can be found again: its name may be anybody's choice, its hash is not. */
export function sourceOf(path: string, bytes: Uint8Array): string {
  const name = path === '-' ? 'standard input' : basename(path).replace(/[^\p{L}\p{M}\p{N} ._-]/gu, '_')
  return `${name.slice(0, 80)} (SHA-256 ${createHash('sha256').update(bytes).digest('hex')})`
}
