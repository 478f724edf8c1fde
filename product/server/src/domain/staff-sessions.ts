import { hash, randomBytes } from 'node:crypto'

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

/** Returns the hash under which a token is stored. The hash needs no key, because a token has 256 random bits. */
export function hashOfStaffToken(token: string): Uint8Array | undefined {
  return form.test(token) ? hash('sha256', token, 'buffer') : undefined
}

/** Returns the hash of a token in hex, as the act `staff.link` expects it. @throws Error for an invalid token */
export function hashTextOfStaffToken(token: string): string {
  const tokenHash = hashOfStaffToken(token)
  if (!tokenHash) throw new Error('this is no token')
  return Buffer.from(tokenHash).toString('hex')
}
