import { createPrivateKey, createPublicKey, type KeyObject, sign, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'

import type { PrivateRsaKey } from './private-rsa-key.ts'

const oaep = { name: 'RSA-OAEP', hash: 'SHA-256' }
const signInPool = promisify(sign)

/**
 * Opens a key in this process's memory. Both operations run in Node's thread pool: in the main thread, each would delay
 * all other calls by its own time (decision record 0098).
 * @throws Error that names the fault, never the value
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

/** Drops OpenSSL's message, which is cryptic and could show the value. */
function readKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
