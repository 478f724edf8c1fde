import type { KeyObject } from 'node:crypto'

/** One of our private RSA keys, wherever it lies: in a PEM file or in a token that never gives it out. */
export type PrivateRsaKey = {
  publicKey: KeyObject
  /** RSASSA-PKCS1-v1_5 with SHA-256. @throws KeyUnusable */
  sign(data: Buffer): Promise<Buffer>
  /**
   * RSAES-OAEP with SHA-256, for the mask too.
   * @returns undefined when it was not encrypted to this key, or not like this
   * @throws KeyUnusable
   */
  decrypt(encrypted: Buffer, label: Buffer): Promise<Buffer | undefined>
}

/** Opens the key that a setting names. @throws Error that tells what is wrong, never the value */
export type OpenKey = (setting: string, what: string) => Promise<PrivateRsaKey>

/** The key is there and cannot be used at this moment. */
export class KeyUnusable extends Error {
  override name = 'KeyUnusable'
}
