import { createDecipheriv } from 'node:crypto'

import type { PrivateRsaKey } from '../private-keys/private-rsa-key.ts'
import { BrokenAnswer } from './broken-answer.ts'

/** The version of an encrypted KycRes, and the sizes in bytes for decrypting it (rd-service.md section 2.2). */
const version = 'VERSION_1.0'
const publicKeySize = 294
const labelSize = 32
const encryptedKeySize = 256
const ivSize = 16
const sessionKeySize = 32

export type DecryptionKey = Pick<PrivateRsaKey, 'decrypt'> & { encodedPublicKey: Buffer }

export function decryptionKey({ publicKey, decrypt }: PrivateRsaKey): DecryptionKey {
  return { decrypt, encodedPublicKey: publicKey.export({ type: 'spki', format: 'der' }) }
}

/**
 * Decrypts a KycRes with the key whose public key it contains. An old and a new key can therefore work side by side
 * while the authority changes keys. AES-CFB does not authenticate the data. The signature in the decrypted text does.
 */
export async function decryptKyc(encrypted: Buffer, keys: readonly DecryptionKey[]): Promise<Buffer> {
  const take = reader(encrypted)
  if (take(version.length).toString('latin1') !== version)
    throw new BrokenAnswer('KycRes is of an unknown version')
  const publicKey = take(publicKeySize)
  const label = take(labelSize)
  const encryptedKey = take(encryptedKeySize)
  const key = keys.find(candidate => candidate.encodedPublicKey.equals(publicKey))
  if (key === undefined) throw new BrokenAnswer('KycRes is encrypted to a key that is not configured')
  const sessionKey = await key.decrypt(encryptedKey, label)
  if (sessionKey?.length !== sessionKeySize) throw new BrokenAnswer('KycRes cannot be decrypted')
  const decipher = createDecipheriv('aes-256-cfb', sessionKey, label.subarray(0, ivSize))
  return Buffer.concat([decipher.update(take()), decipher.final()])
}

function reader(bytes: Buffer): (size?: number) => Buffer {
  let at = 0
  return size => {
    const part = bytes.subarray(at, size === undefined ? undefined : at + size)
    at += part.length
    return part
  }
}
