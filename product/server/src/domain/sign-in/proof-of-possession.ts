import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'

import { isRecord } from '@ekyc/contract/is-record'

import { secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import { Unauthenticated } from '../call-errors.ts'

export type CallWithProof = { proof: string | undefined; method: string; path: string }

/**
 * The reason for a refused proof. 'other-key' means that the session has another key or none. 'other-token' and
 * 'other-call' mean that the proof was made for another token or another call.
 */
type ProofRefusal =
  | 'missing'
  | 'malformed'
  | 'forged'
  | 'stale'
  | 'repeated'
  | 'other-key'
  | 'other-token'
  | 'other-call'

/** The session that a proof must match. `digest` is the SHA-256 of the session's token. A proof contains the digest. */
type ProvenSession = { digest: string; keyThumbprint: Uint8Array | null }

const mostKeys = 10_000
const compactJws = /^([\w-]{1,1024})\.([\w-]{1,2048})\.([\w-]{86})$/

export type ProofChecker = ReturnType<typeof createProofChecker>

/** Checks proofs of RFC 9449 (DPoP). A proof shows that the caller holds the private key of its session. */
export function createProofChecker(options: {
  /** True if log-ins and sessions without a key are refused. */
  isRequired: boolean
  /** The origin of the portal in browsers. If undefined, the check compares only the path of a proof's address. */
  portalOrigin: string | undefined
  policy: Policy
  now: () => Date
  onRefused: (reason: ProofRefusal) => void
}) {
  const { isRequired, portalOrigin, policy, now, onRefused } = options
  const skewMs = policy.proofSkewSeconds * secondMs
  /** A proof is fresh for twice the skew at most, whichever way the clock is set. Its id is kept for that time. */
  const lifeMs = 2 * skewMs
  /** The ids of used proofs, in two sets that alternate: to delete single ids stalls the server, 0.7 s for a million. */
  let [previous, current] = [new Set<string>(), new Set<string>()]
  let currentSince = -Infinity
  /** The session keys by the header of their proofs. To read a key takes half as long as to check a signature. */
  const keys = new Map<string, ProofKey>()

  return {
    /** @returns the thumbprint of the key (RFC 7638), or undefined if the call has no proof */
    keyOf(call: CallWithProof): Uint8Array | undefined {
      if (call.proof === undefined && !isRequired) return undefined
      const { key, claims } = read(call)
      useOnce(claims)
      return key.thumbprint
    },

    /**
     * Requires a fresh proof by the session's key for this call and token. If proofs are optional, a session without a
     * key needs no proof.
     */
    check(call: CallWithProof, { digest, keyThumbprint }: ProvenSession): void {
      if (keyThumbprint === null && !isRequired) return
      const { header, key, claims } = read(call)
      if (keyThumbprint === null || !key.thumbprint.equals(keyThumbprint)) throw refuse('other-key')
      if (claims['ath'] !== digest) throw refuse('other-token')
      useOnce(claims)
      if (keys.size >= mostKeys) keys.clear()
      keys.set(header, key)
    },
  }

  /**
   * Makes the checks of RFC 9449 section 4.3 that need only the proof and the call. The signature is checked on the
   * main thread, which takes 69 µs. A check in the thread pool would cost the processor 40 µs more (decision record
   * 0098).
   */
  function read({ proof, method, path }: CallWithProof) {
    if (proof === undefined) throw refuse('missing')
    const [, header = '', payload = '', signature = ''] = compactJws.exec(proof) ?? []
    const claims = jsonOfBase64Url(payload)
    if (!isId(claims['jti'])) throw refuse('malformed')
    if (claims['htm'] !== method || !isAddressOf(path, claims['htu'])) throw refuse('other-call')
    if (!isFresh(claims['iat'])) throw refuse('stale')
    const key = keys.get(header) ?? keyIn(header)
    if (!key) throw refuse('malformed')
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: key.publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    if (!isSigned) throw refuse('forged')
    return { header, key, claims }
  }

  function useOnce(claims: Record<string, unknown>): void {
    const id = String(claims['jti'])
    const at = now().getTime()
    if (Math.abs(at - currentSince) > lifeMs) {
      ;[previous, current] = [current, new Set()]
      currentSince = at
    }
    if (current.has(id) || previous.has(id)) throw refuse('repeated')
    current.add(id)
  }

  function refuse(reason: ProofRefusal): Unauthenticated {
    onRefused(reason)
    return new Unauthenticated()
  }

  function isAddressOf(path: string, htu: unknown): boolean {
    if (portalOrigin !== undefined && htu === portalOrigin + path) return true
    const url = typeof htu === 'string' ? URL.parse(htu) : null
    return url?.pathname === path && (portalOrigin === undefined || url.origin === portalOrigin)
  }

  function isFresh(iat: unknown): boolean {
    return typeof iat === 'number' && Math.abs(iat * secondMs - now().getTime()) <= skewMs
  }
}

/** Returns no fields for a text that is no JSON object. */
export function jsonOfBase64Url(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

function isCoordinate(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value)
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 16 && value.length <= 64
}

type ProofKey = { publicKey: KeyObject; thumbprint: Buffer }

function keyIn(header: string): ProofKey | undefined {
  const { typ, alg, crit, jwk } = jsonOfBase64Url(header)
  if (typ !== 'dpop+jwt' || alg !== 'ES256' || !isRecord(jwk)) return undefined
  // RFC 7515 section 4.1.11: this server knows no extension, and so takes no proof that depends on one.
  if (crit !== undefined) return undefined
  const { kty, crv, x, y, d } = jwk
  const isKey = kty === 'EC' && crv === 'P-256' && isCoordinate(x) && isCoordinate(y) && d === undefined
  if (!isKey) return undefined
  const members = { crv, kty, x, y }
  try {
    const publicKey = createPublicKey({ key: members, format: 'jwk' })
    return { publicKey, thumbprint: hash('sha256', JSON.stringify(members), 'buffer') }
  } catch {
    // The coordinates are not a point on the curve.
    return undefined
  }
}
