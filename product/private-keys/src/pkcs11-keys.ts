import { createPublicKey, type KeyObject } from 'node:crypto'

import pLimit, { type LimitFunction } from 'p-limit'

import { loadPkcs11, Pkcs11Error, packWords, type Pkcs11Module } from './pkcs11-module.ts'
import { readPkcs11Uri, type Pkcs11Uri } from './pkcs11-uri.ts'
import { KeyUnusable, type KeyOpener } from './private-rsa-key.ts'
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

/** A session with a token and the handle of a key in this session. A session runs one operation at a time. */
type Session = { session: bigint; key: bigint }

/**
 * The maximum number of concurrent operations of a module, over all its keys: half of Node's four threads. A module that
 * hangs would otherwise also block file access and DNS.
 */
const atOnce = 2
const longestMs = 5_000

/** The return codes CKR_PIN_INCORRECT, CKR_PIN_INVALID, CKR_PIN_LEN_RANGE, CKR_PIN_EXPIRED and CKR_PIN_LOCKED. */
const pinRefused = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4]

/** Opens keys in a hardware module by their `pkcs11:` addresses (RFC 7512). The keys never leave the module. */
export async function createPkcs11KeyOpener(settings: Pkcs11Settings): Promise<KeyOpener> {
  const module = await loadPkcs11(settings.module)
  const inTurn = createModuleSemaphore()
  /** The session pool by key address. Opening a key again gives the same pool, which never resends a refused PIN. */
  const sessionsOf = new Map<string, ReturnType<typeof createSessionPool>>()

  return async (setting, what) => {
    const uri = readPkcs11Uri(setting)
    if (!uri) throw new Error(`the ${what} is no pkcs11: address that names a token and a key`)
    const withKey =
      sessionsOf.get(setting) ?? createSessionPool(module, { uri, pin: settings.pin, what, inTurn })
    sessionsOf.set(setting, withKey)
    /** False after the token has refused OAEP with SHA-256, so that this mechanism is not tried again. */
    let knowsOaep = true

    const { publicKey, n } = await withKey(session => publicHalfOf(module, session))
    return {
      publicKey,
      sign: data => withKey(session => module.use('sign', session, { type: signSha256 }, data)),
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

export function isPinRefused(error: unknown): error is Pkcs11Error {
  return error instanceof Pkcs11Error && pinRefused.includes(error.code)
}

/** All session pools of one module share these turns. */
export const createModuleSemaphore = (): LimitFunction => pLimit(atOnce)

/**
 * Makes a pool of sessions with one key of a token. If `work` fails in an idle session, `work` runs once more in a
 * new session, because a module on the network forgets its sessions when it restarts.
 */
export function createSessionPool(
  module: Pkcs11Module,
  options: { uri: Pkcs11Uri; pin: string; what: string; inTurn: LimitFunction },
) {
  const { uri, pin, what, inTurn } = options
  const idle: Session[] = []
  let refusal: Pkcs11Error | undefined

  async function open(): Promise<Session> {
    // A token locks itself after a few wrong PINs, so a refused PIN is never sent again.
    if (refusal) throw refusal
    const slot = await module.findSlot({ label: uri.token, serial: uri.serial })
    if (slot === undefined) throw new KeyUnusable(`the token of the ${what} is not there`)
    const session = await module.openSession(slot, pin).catch((error: unknown) => {
      if (isPinRefused(error)) refusal = error
      throw error
    })
    try {
      const [key, ...others] = await module.findPrivateKeys(session, { label: uri.object, id: uri.id })
      if (key !== undefined && others.length === 0) return { session, key }
      throw new KeyUnusable(`the ${what} is ${key === undefined ? 'not' : 'more than once'} in its token`)
    } catch (error) {
      await module.closeSession(session).catch(() => {})
      throw error
    }
  }

  async function tryOnce<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      const result = await work(session)
      idle.push(session)
      return result
    } catch (error) {
      await module.closeSession(session.session).catch(() => {})
      throw error
    }
  }

  async function inSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      const idleSession = idle.pop()
      if (!idleSession) return await tryOnce(await open(), work)
      return await tryOnce(idleSession, work).catch(async () => tryOnce(await open(), work))
    } catch (error) {
      if (!(error instanceof Pkcs11Error)) throw error
      throw new KeyUnusable(`the ${what} cannot be used: ${error.message}`, { cause: error })
    }
  }

  return async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      const give = () => reject(new KeyUnusable(`the token of the ${what} did not answer in time`))
      timer = setTimeout(give, longestMs)
    })
    try {
      return await Promise.race([inTurn(() => inSession(work)), tooLong])
    } finally {
      clearTimeout(timer)
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
  session: Session,
  { encrypted, label }: { encrypted: Buffer; label: Buffer },
): Promise<Buffer> {
  const parameter = packWords(sha256, mgf1Sha256, labelGiven, module.addressOf(label), BigInt(label.length))
  return module.use('decrypt', session, { type: oaep, parameter }, encrypted)
}

/** Decrypts with raw RSA. The result is padded to the key's length, because some modules drop leading zeros. */
async function decryptBare(module: Pkcs11Module, session: Session, encrypted: Buffer): Promise<Buffer> {
  const number = await module.use('decrypt', session, { type: bare }, encrypted)
  return Buffer.concat([Buffer.alloc(Math.max(0, encrypted.length - number.length)), number])
}

function isOneOf(error: unknown, codes: number[]): boolean {
  return error instanceof Pkcs11Error && codes.includes(error.code)
}
