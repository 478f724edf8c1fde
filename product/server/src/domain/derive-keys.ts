import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Secret keys. The first key is in use, and the other keys verify or decrypt older data. */
export type Peppers = readonly [Buffer, ...Buffer[]]

/** Derived keys as KeyObjects, because Node 24 needs six times as long for an HMAC with a Buffer. */
export type DerivedKeys = readonly [KeyObject, ...KeyObject[]]

/** Derives 32 bytes from each pepper for one purpose, so that two uses never share a key (RFC 5869). */
export function deriveKeys([first, ...others]: Peppers, purpose: string): DerivedKeys {
  const derive = (pepper: Buffer) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', pepper, '', `ekyc ${purpose}`, 32)))
  return [derive(first), ...others.map(derive)]
}
