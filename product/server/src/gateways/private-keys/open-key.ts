import { createPrivateKey, createPublicKey, type KeyObject, sign, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'

import { createPkcs11Keys, type Pkcs11Settings } from './pkcs11-keys.ts'
import { isPkcs11Uri } from './pkcs11-uri.ts'
import type { OpenKey, PrivateRsaKey } from './private-rsa-key.ts'

/** Returns a function that opens a key from its PEM text or from its address in a hardware module. */
export function createOpenKey(pkcs11: Pkcs11Settings | undefined): OpenKey {
  let inModule: Promise<OpenKey> | undefined
  return async (setting, what) => {
    if (!isPkcs11Uri(setting)) return pemKey(setting, what)
    if (!pkcs11) throw new Error(`the ${what} is in a hardware module, and none is configured`)
    inModule ??= createPkcs11Keys(pkcs11)
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
export function pemKey(pem: string, what: string): PrivateRsaKey {
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

/** Returns undefined instead of OpenSSL's error, whose message is hard to understand and could show the key. */
function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
