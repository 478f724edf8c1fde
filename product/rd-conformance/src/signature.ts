import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import type { Report } from './report.ts'

export type SignedReport = Report & {
  signature: { algorithm: 'Ed25519'; publicKey: string; value: string }
}

/** Reads the signing key from a file. If the file does not exist, makes a key and writes the file first. */
export function signingKey(file: string): KeyObject {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  return createPrivateKey(readFileSync(file))
}

export function signed(report: Report, key: KeyObject): SignedReport {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  const value = sign(null, bytesOf(report), key).toString('base64')
  return { ...report, signature: { algorithm: 'Ed25519', publicKey, value } }
}

/** Tells whether a report is unchanged since it was signed, but not to whom the public key belongs. */
export function isIntact({ signature, ...report }: SignedReport): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(signature.publicKey, 'base64'),
      format: 'der',
      type: 'spki',
    })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(null, bytesOf(report), key, Buffer.from(signature.value, 'base64'))
  } catch {
    return false
  }
}

/** Returns the signed bytes: the report as compact JSON. The signature is valid even if a file indents the JSON. */
function bytesOf(report: Report): Buffer {
  return Buffer.from(JSON.stringify(report))
}
