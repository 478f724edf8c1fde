import { createHash } from 'node:crypto'

/** Returns the parameters of an e-KYC: consent given, no local language, no delegated decryption, no print (PDF). */
export function kycParameters(): KycParameters {
  return { ver: '2.5', ra: 'F', rc: 'Y', lr: 'N', de: 'N', pfr: 'N' }
}

export type KycParameters = Record<'ver' | 'ra' | 'rc' | 'lr' | 'de' | 'pfr', string>

/**
 * Returns the SHA-256 of the parameters in this order, in base64. The formula in the text of e-KYC 2.5, which includes
 * ts, is wrong. Section 2.3 of rd-service.md records the hash that clients and the authority really use.
 */
export function wadhOf({ ver, ra, rc, lr, de, pfr }: KycParameters): string {
  return createHash('sha256').update(`${ver}${ra}${rc}${lr}${de}${pfr}`).digest('base64')
}
