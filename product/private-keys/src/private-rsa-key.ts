import type { KeyObject } from 'node:crypto'

/** A private RSA key of the bank, which is in a PEM file or in a token that never exports it. */
export type PrivateRsaKey = {
  publicKey: KeyObject
  /**
   * Signs data with RSASSA-PKCS1-v1_5 and SHA-256.
   * @throws KeyUnusable
   */
  sign(data: Buffer): Promise<Buffer>
  /**
   * Decrypts RSAES-OAEP with SHA-256 as its hash and in its mask function.
   * @returns undefined if `encrypted` was not encrypted to this key in this way
   * @throws KeyUnusable
   */
  decrypt(encrypted: Buffer, label: Buffer): Promise<Buffer | undefined>
}

/** @throws Error whose message tells what is wrong, but does not contain the setting */
export type KeyOpener = (setting: string, what: string) => Promise<PrivateRsaKey>

export class KeyUnusable extends Error {
  override name = 'KeyUnusable'
}
