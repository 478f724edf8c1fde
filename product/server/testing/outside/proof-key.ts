import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

export type ProofClaims = Record<string, unknown>

/** A caller's key pair, which signs DPoP proofs (RFC 9449). */
export type ProofKey = {
  thumbprint: Buffer
  jwk: object
  /**
   * @param changed claims and header fields that replace those of a valid proof; the value undefined removes a field
   */
  prove(
    call: { method?: string; url: string; at: Date; token?: string },
    changed?: { claims?: ProofClaims; header?: ProofClaims },
  ): string
}

export function createProofKey(): ProofKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  return {
    thumbprint: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest(),
    jwk: { kty, crv, x, y },
    prove({ method = 'POST', url, at, token }, { claims, header } = {}) {
      const ath = token && createHash('sha256').update(token).digest('base64url')
      const iat = Math.floor(at.getTime() / 1_000)
      const signed = [
        { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y }, ...header },
        { htm: method, htu: url, iat, jti: randomUUID(), ath, ...claims },
      ]
        .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `${signed}.${signature.toString('base64url')}`
    },
  }
}
