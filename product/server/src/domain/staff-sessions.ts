import { createHmac, hash, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'

import { hourMs } from './durations.ts'
import type { StaffMember } from './permit.ts'

export type SignedInBy = {
  means: 'provider' | 'passkey' | 'link'
  /** The id of the session at the identity provider (`sid`). The provider ends the session by this id. */
  providerSession?: string | undefined
}

export type StaffSession = {
  staff: StaffMember
  openedOn: Date
  expiresOn: Date
  means: SignedInBy['means']
}

export type StaffOrigin = { address: string; requestId: string; traceId: string | undefined }

/** The life of a session in ms. The use of a session does not extend its life. */
export const staffSessionMs = 10 * hourMs

/** A further session of the person ends the oldest one. */
export const sessionsPerPerson = 2

const form = /^[\w-]{43}$/

/** Makes a token of 256 random bits. The server does not store the token. */
export function newStaffToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The columns of a session's row that its MAC covers. */
export type StaffSessionFacts = {
  tokenHash: Uint8Array
  staffId: string
  roles: readonly string[]
  openedOn: Date
  expiresOn: Date
}

/** The columns of a proof's row that its MAC covers. */
export type ProofFacts = {
  challengeHash: Uint8Array
  staffId: string
  contentHash: Uint8Array | null
  provenOn: Date
}

/**
 * Returns the marks of the staff's rows. Who can write to the database, but lacks the key, can compute neither the hash
 * of a token nor the MAC of a row.
 */
export function createStaffMarks(key: KeyObject) {
  const keyed = (...lines: string[]) => createHmac('sha256', key).update(lines.join('\n')).digest()
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return {
    /** Returns the hash under which a session is stored, or undefined for a text that is no token. */
    tokenHash: (token: string): Uint8Array | undefined =>
      form.test(token) ? keyed('token', token) : undefined,

    ofSession: ({ tokenHash, staffId, roles, openedOn, expiresOn }: StaffSessionFacts): Uint8Array =>
      keyed(
        'session',
        hex(tokenHash),
        staffId,
        roles.join(),
        openedOn.toISOString(),
        expiresOn.toISOString(),
      ),

    ofProof: ({ challengeHash, staffId, contentHash, provenOn }: ProofFacts): Uint8Array =>
      keyed(
        'proof',
        hex(challengeHash),
        staffId,
        hex(contentHash ?? Buffer.alloc(0)),
        provenOn.toISOString(),
      ),
  }
}

export function isSameMac(mac: Uint8Array | null, expected: Uint8Array): boolean {
  return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected)
}

/** Returns the hash under which the token of a link is stored. */
export function hashOfStaffToken(token: string): Uint8Array | undefined {
  return form.test(token) ? hash('sha256', token, 'buffer') : undefined
}

/** Returns the hash of a token in hex, as the act `staff.link` expects it. @throws Error for an invalid token */
export function hashTextOfStaffToken(token: string): string {
  const tokenHash = hashOfStaffToken(token)
  if (!tokenHash) throw new Error('this is no token')
  return Buffer.from(tokenHash).toString('hex')
}
