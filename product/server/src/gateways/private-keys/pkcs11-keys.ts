import { createPublicKey, type KeyObject } from 'node:crypto'

import { loadPkcs11, Pkcs11Error, words, type Pkcs11Module } from './pkcs11-module.ts'
import { createSessions, turnsOfModule, type Session } from './pkcs11-sessions.ts'
import { readPkcs11Uri } from './pkcs11-uri.ts'
import type { OpenKey } from './private-rsa-key.ts'
import { unpadOaep } from './unpad-oaep.ts'

/** `module` is the path of the vendor's PKCS#11 library. */
export type Pkcs11Settings = { module: string; pin: string }

/** PKCS#11 constants: CKM_SHA256_RSA_PKCS, CKM_RSA_PKCS_OAEP, CKM_RSA_X_509 and the parameters of OAEP with SHA-256. */
const signSha256 = 0x40
const oaep = 0x9
const bare = 0x3
const sha256 = 0x250n
const mgf1Sha256 = 2n
const labelGiven = 1n

const modulus = 0x120
const publicExponent = 0x122

const noSuchPadding = [0x7, 0x70, 0x71]
const wronglyEncrypted = [0x20, 0x21, 0x40, 0x41]

/** Opens keys in a hardware module by their `pkcs11:` addresses (RFC 7512). The keys never leave the module. */
export async function createPkcs11Keys(settings: Pkcs11Settings): Promise<OpenKey> {
  const module = await loadPkcs11(settings.module)
  const inTurn = turnsOfModule()
  /** The session pool by key address. Opening a key again gives the same pool, which never resends a refused PIN. */
  const sessionsOf = new Map<string, ReturnType<typeof createSessions>>()

  return async (setting, what) => {
    const uri = readPkcs11Uri(setting)
    if (!uri) throw new Error(`the ${what} is no pkcs11: address that names a token and a key`)
    const withKey =
      sessionsOf.get(setting) ?? createSessions(module, { uri, pin: settings.pin, what, inTurn })
    sessionsOf.set(setting, withKey)
    /** False after the token has refused OAEP with SHA-256, so that this mechanism is not tried again. */
    let knowsOaep = true

    const { publicKey, n } = await withKey(session => publicHalfOf(module, session))
    return {
      publicKey,
      sign: data => withKey(({ session, key }) => module.sign(session, key, { type: signSha256 }, data)),
      async decrypt(encrypted, label) {
        // The size and the value are checked first, because modules give various errors for a wrong ciphertext.
        if (encrypted.length !== n.length || Buffer.compare(encrypted, n) >= 0) return undefined
        return withKey(async session => {
          try {
            if (knowsOaep) return await decryptOaep(module, session, { encrypted, label })
          } catch (error) {
            if (isOneOf(error, wronglyEncrypted)) return undefined
            if (!isOneOf(error, noSuchPadding)) throw error
            knowsOaep = false
          }
          return unpadOaep(await decryptBare(module, session, encrypted), label)
        })
      },
    }
  }
}

async function publicHalfOf(
  module: Pkcs11Module,
  { session, key }: Session,
): Promise<{ publicKey: KeyObject; n: Buffer }> {
  const written = await module.attribute(session, key, modulus)
  const n = written.subarray(written.findIndex(byte => byte !== 0))
  const e = await module.attribute(session, key, publicExponent)
  const jwk = { kty: 'RSA', n: n.toString('base64url'), e: e.toString('base64url') }
  return { publicKey: createPublicKey({ key: jwk, format: 'jwk' }), n }
}

function decryptOaep(
  module: Pkcs11Module,
  { session, key }: Session,
  { encrypted, label }: { encrypted: Buffer; label: Buffer },
): Promise<Buffer> {
  const parameter = words(sha256, mgf1Sha256, labelGiven, module.addressOf(label), BigInt(label.length))
  return module.decrypt(session, key, { type: oaep, parameter }, encrypted)
}

/** Decrypts with raw RSA. The result is padded to the key's length, because some modules drop leading zeros. */
async function decryptBare(
  module: Pkcs11Module,
  { session, key }: Session,
  encrypted: Buffer,
): Promise<Buffer> {
  const number = await module.decrypt(session, key, { type: bare }, encrypted)
  return Buffer.concat([Buffer.alloc(Math.max(0, encrypted.length - number.length)), number])
}

function isOneOf(error: unknown, codes: number[]): boolean {
  return error instanceof Pkcs11Error && codes.includes(error.code)
}
