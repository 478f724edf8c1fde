import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  publicEncrypt,
  sign,
  webcrypto,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'

import { createPkcs11KeyOpener, type Pkcs11Settings } from './pkcs11-keys.ts'
import { isPkcs11Uri } from './pkcs11-uri.ts'
import { KeyUnusable, type KeyOpener, type PrivateRsaKey } from './private-rsa-key.ts'

export function createKeyOpener(pkcs11: Pkcs11Settings | undefined): KeyOpener {
  let inModule: Promise<KeyOpener> | undefined
  return async (setting, what) => {
    if (!isPkcs11Uri(setting)) return openPemKey(setting, what)
    if (!pkcs11) throw new Error(`the ${what} is in a hardware module, and none is configured`)
    inModule ??= createPkcs11KeyOpener(pkcs11)
    return (await inModule)(setting, what)
  }
}

const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
const signInPool = promisify(sign)

/**
 * Opens a key in the memory of this process. Signing and decrypting run in Node's thread pool. In the main thread, each
 * of these operations would delay all other calls (decision record 0098).
 * @throws Error whose message tells what is wrong, but does not contain the key
 */
export function openPemKey(pem: string, what: string): PrivateRsaKey {
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== 'rsa') throw new Error(`the ${what} is no RSA private key in PEM`)
  const { subtle } = webcrypto
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  const decrypting = subtle.importKey('pkcs8', pkcs8, oaep, false, ['decrypt'])
  return {
    publicKey: createPublicKey(key),
    sign: data => signInPool('sha256', data, key),
    async decrypt(encrypted, label) {
      try {
        return Buffer.from(await subtle.decrypt({ ...oaep, label }, await decrypting, encrypted))
      } catch {
        return undefined
      }
    },
  }
}

const printLength = 4

/**
 * Seals keys of 32 bytes with RSAES-OAEP and SHA-256. Sealing needs only the public key. Opening needs the private key,
 * which must be in a hardware module in production.
 * @param settings the keys of SEALING_KEY; the first key seals, and all keys open
 */
export async function createKeySeal(openKey: KeyOpener, settings: readonly string[]) {
  const keys = await Promise.all(
    settings.map(async setting => {
      const key = await openKey(setting, 'sealing key')
      return { key, print: printOf(key) }
    }),
  )
  const [first] = keys
  if (!first) throw new Error('there is no sealing key')

  return {
    seal(secret: Buffer, label: string): Buffer {
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

    async open(sealed: Buffer, label: string): Promise<Buffer> {
      const print = sealed.subarray(0, printLength)
      const found = keys.find(one => one.print.equals(print))
      if (!found) throw new KeyUnusable('sealed under a key that SEALING_KEY does not name')
      const secret = await found.key.decrypt(sealed.subarray(printLength), Buffer.from(label))
      if (!secret) throw new KeyUnusable('the sealing key does not open this')
      return secret
    },
  }
}

/** Returns undefined instead of OpenSSL's error, whose message is hard to understand and could show the key. */
function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

/** Every sealed value begins with this short hash of the key that sealed it. */
function printOf({ publicKey }: PrivateRsaKey): Buffer {
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(spki).digest().subarray(0, printLength)
}
