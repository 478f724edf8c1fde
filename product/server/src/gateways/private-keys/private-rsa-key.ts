import type { KeyObject } from 'node:crypto'

/** One of our private RSA keys: in a PEM file, or in a token that never exports it. */
export type PrivateRsaKey = {
  publicKey: KeyObject
  /**
   * Signs by RSASSA-PKCS1-v1_5 with SHA-256.
   * @throws KeyUnusable
   */
  sign(data: Buffer): Promise<Buffer>
  /**
   * Decrypts RSAES-OAEP with SHA-256, which its mask function also uses.
   * @returns undefined unless the text was encrypted to this key in this way
   * @throws KeyUnusable
   */
  decrypt(encrypted: Buffer, label: Buffer): Promise<Buffer | undefined>
}

/**
 * Opens the key that a setting names.
 * @throws Error that names the fault, never the value
 */
export type OpenKey = (setting: string, what: string) => Promise<PrivateRsaKey>

/** Reports that the key exists but cannot be used now. */
export class KeyUnusable extends Error {
  override name = 'KeyUnusable'
}
