import { createHash } from 'node:crypto'

export function chainedHash(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
