import type { KeyObject } from 'node:crypto'

import { isSameSecret, keyedHash, newSecret, type DerivedKeys } from '../secrets.ts'

/** The keys of sessions. In each list, the first key makes new values, and all keys verify. */
export type SessionKeys = Record<'token' | 'row' | 'tokenMac', DerivedKeys>

type SessionFacts = {
  tokenHash: Uint8Array
  agentId: string
  expiresOn: Date
  keyThumbprint: Uint8Array | null
}

const tokenMacBytes = 16
const tokenMacLength = Math.ceil((tokenMacBytes * 8) / 6)

export function newSessionToken(keys: SessionKeys): string {
  return withTokenMac(keys, newSecret())
}

export function withTokenMac({ tokenMac: [key] }: SessionKeys, secret: string): string {
  return secret + tokenMacOf(key, secret)
}

/** Tells whether a server made the token, without a database query, because strangers can send invented tokens. */
export function hasTokenMac({ tokenMac: keys }: SessionKeys, token: string): boolean {
  const secret = secretOf(token)
  const mac = Buffer.from(token.slice(secret.length))
  return keys.some(key => isSameSecret(mac, Buffer.from(tokenMacOf(key, secret))))
}

/**
 * Returns the hashes under which the token's session may be stored. The first one is the hash for new sessions. One
 * round of hashing is enough, because a token has 256 random bits.
 */
export function tokenHashes({ token: keys }: SessionKeys, token: string): [Uint8Array, ...Uint8Array[]] {
  const [first, ...others] = keys
  const hash = (key: KeyObject) => keyedHash(key, secretOf(token))
  return [hash(first), ...others.map(hash)]
}

export function sessionMac({ row: [key] }: SessionKeys, facts: SessionFacts): Uint8Array {
  return macOf(key, facts)
}

export function hasValidSessionMac(
  { row }: SessionKeys,
  { mac, ...facts }: SessionFacts & { mac: Uint8Array | null },
): boolean {
  return row.some(key => isSameSecret(mac, macOf(key, facts)))
}

function secretOf(token: string): string {
  return token.slice(0, -tokenMacLength)
}

function tokenMacOf(key: KeyObject, secret: string): string {
  return keyedHash(key, secret).subarray(0, tokenMacBytes).toString('base64url')
}

function macOf(key: KeyObject, { tokenHash, agentId, expiresOn, keyThumbprint }: SessionFacts): Buffer {
  return keyedHash(key, tokenHash, agentId, expiresOn.toISOString(), keyThumbprint ?? '')
}
