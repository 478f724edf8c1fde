import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

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

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the HMAC-SHA256 of the parts, bytes as hex, each on a line of its own. Who can write to the database, but
 * lacks the key, can compute neither the hash of a token nor the MAC of a row.
 */
export function keyedHash(key: KeyObject, ...parts: (string | Uint8Array)[]): Buffer {
  const lines = parts.map(part => (typeof part === 'string' ? part : Buffer.from(part).toString('hex')))
  return createHmac('sha256', key).update(lines.join('\n')).digest()
}

/** Compares in a time that tells a forger nothing about the part that is right. */
export function isSameSecret(given: Uint8Array | null, expected: Uint8Array): boolean {
  return given !== null && given.length === expected.length && timingSafeEqual(given, expected)
}

/** Keys of 32 bytes. The first key encrypts. All keys decrypt, so that a key can be replaced. */
export type SecretBoxKeys = readonly [Buffer, ...Buffer[]]

const keyIdLength = 4
const nonceLength = 12
const tagLength = 16

/**
 * Encrypts a text with AES-256-GCM. The result consists of key id (4 bytes), nonce (12 bytes), tag (16 bytes) and
 * ciphertext. It is bound to `label`, so that two encrypted texts cannot be swapped.
 */
export function sealSecretBox(keys: SecretBoxKeys, label: string, clear: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(keys[0]), nonce).setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
  return Buffer.concat([keyId(keys[0]), nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a result of `sealSecretBox`. @throws Error when no key fits, or when the bytes were changed */
export function openSecretBox(keys: SecretBoxKeys, label: string, box: Uint8Array): string {
  const bytes = Buffer.from(box)
  const key = keys.find(candidate => keyId(candidate).equals(bytes.subarray(0, keyIdLength)))
  if (!key) throw new Error('sealed under an unknown key')
  const nonce = bytes.subarray(keyIdLength, keyIdLength + nonceLength)
  const tag = bytes.subarray(keyIdLength + nonceLength, keyIdLength + nonceLength + tagLength)
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), nonce, { authTagLength: tagLength })
    .setAAD(Buffer.from(label))
    .setAuthTag(tag)
  const sealed = bytes.subarray(keyIdLength + nonceLength + tagLength)
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
}

function keyId(key: Buffer): Buffer {
  return createHash('sha256').update('box key\0').update(key).digest().subarray(0, keyIdLength)
}
