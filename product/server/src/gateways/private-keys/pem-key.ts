import {
  constants,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  sign,
} from 'node:crypto'

import type { PrivateRsaKey } from './private-rsa-key.ts'

/**
 * Opens a key in this process's memory.
 * @throws Error that names the fault, never the value
 */
export function pemKey(pem: string, what: string): PrivateRsaKey {
  const key = readKey(pem)
  if (key?.asymmetricKeyType !== 'rsa') throw new Error(`the ${what} is no RSA private key in PEM`)
  return {
    publicKey: createPublicKey(key),
    sign: async data => sign('sha256', data, key),
    async decrypt(encrypted, label) {
      const padding = constants.RSA_PKCS1_OAEP_PADDING
      try {
        return privateDecrypt({ key, padding, oaepHash: 'sha256', oaepLabel: label }, encrypted)
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
