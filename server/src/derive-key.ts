import { hkdfSync } from 'node:crypto'

/** 32 bytes for one purpose, so that no two uses of the pepper share a key (RFC 5869). */
export function deriveKey(pepper: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', `ekyc ${purpose}`, 32))
}
