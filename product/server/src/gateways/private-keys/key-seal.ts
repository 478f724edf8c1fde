import { constants, createHash, publicEncrypt } from 'node:crypto'

import type { KeySeal } from '../../domain/ports.ts'
import { KeyUnusable, type OpenKey, type PrivateRsaKey } from './private-rsa-key.ts'

const printLength = 4

/**
 * Seals keys of 32 bytes with RSAES-OAEP and SHA-256. Sealing needs only the public key. Opening needs the private key,
 * which must be in a hardware module in production.
 * @param settings the keys of SEALING_KEY; the first key seals, and all keys open
 */
export async function createKeySeal(openKey: OpenKey, settings: readonly string[]): Promise<KeySeal> {
  const keys = await Promise.all(
    settings.map(async setting => {
      const key = await openKey(setting, 'sealing key')
      return { key, print: printOf(key) }
    }),
  )
  const [first] = keys
  if (!first) throw new Error('there is no sealing key')

  return {
    seal(secret, label) {
      const sealed = publicEncrypt(
        {
          key: first.key.publicKey,
          padding: constants.RSA_PKCS1_OAEP_PADDING,
          oaepHash: 'sha256',
          oaepLabel: Buffer.from(label),
        },
        secret,
      )
      return Buffer.concat([first.print, sealed])
    },

    async open(sealed, label) {
      const print = sealed.subarray(0, printLength)
      const found = keys.find(one => one.print.equals(print))
      if (!found) throw new KeyUnusable('sealed under a key that SEALING_KEY does not name')
      const secret = await found.key.decrypt(sealed.subarray(printLength), Buffer.from(label))
      if (!secret) throw new KeyUnusable('the sealing key does not open this')
      return secret
    },
  }
}

/** Every sealed value begins with this short hash of the key that sealed it. */
function printOf({ publicKey }: PrivateRsaKey): Buffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest().subarray(0, printLength)
}
