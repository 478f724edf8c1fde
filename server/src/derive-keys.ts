import { hkdfSync } from 'node:crypto'

/** The first is in use; what was made under the others is still understood. */
export type Peppers = readonly [Buffer, ...Buffer[]]

/** 32 bytes of each pepper for one purpose, so that no two uses of a pepper share a key (RFC 5869). */
export function deriveKeys([first, ...others]: Peppers, purpose: string): Peppers {
  const derive = (pepper: Buffer) => Buffer.from(hkdfSync('sha256', pepper, '', `ekyc ${purpose}`, 32))
  return [derive(first), ...others.map(derive)]
}
