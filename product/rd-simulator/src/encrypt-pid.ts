import {
  constants,
  createCipheriv,
  createHash,
  publicEncrypt,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/** An encrypted capture. Only the holder of the authority's key can decrypt it. */
type SealedPid = Record<'skey' | 'hmac' | 'data', string>

/** Encrypts the PID with a new session key, and this key with the authority's key (rd-service.md 2.4). */
export function sealPid(options: { pid: string; ts: string; authorityKey: KeyObject }): SealedPid {
  const key = randomBytes(32)
  const skey = publicEncrypt({ key: options.authorityKey, padding: constants.RSA_PKCS1_PADDING }, key)
  return { skey: skey.toString('base64'), ...encryptPid({ pid: options.pid, ts: options.ts, key }) }
}

/**
 * Encrypts the PID and its SHA-256 hash by AES-256-GCM. The IV and the additional data come from the timestamp. The PID
 * and the hash share one key and one IV, as the standard demands. This is tolerable only because each session key
 * serves a single capture. Do not copy this scheme.
 */
export function encryptPid(options: { pid: string; ts: string; key: Buffer }): Omit<SealedPid, 'skey'> {
  const { pid, ts, key } = options
  const encrypt = (plain: Buffer | string) => {
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(ts.slice(-12)))
    cipher.setAAD(Buffer.from(ts.slice(-16)))
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }
  return {
    data: Buffer.concat([Buffer.from(ts), encrypt(Buffer.from(pid))]).toString('base64'),
    hmac: encrypt(createHash('sha256').update(pid).digest()).toString('base64'),
  }
}
