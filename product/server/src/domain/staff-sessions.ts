import { hash, randomBytes } from 'node:crypto'

import { hourMs } from './durations.ts'
import type { StaffMember } from './permit.ts'

/** The way in which a person has proved who they are. */
export type SignedInBy = {
  means: 'provider' | 'passkey' | 'link'
  /** The provider's own id of its session (`sid`), by which it ends it. */
  providerSession?: string | undefined
}

/** A session of a person of the bank's staff, as it was found with its token. */
export type StaffSession = {
  staff: StaffMember
  openedOn: Date
  expiresOn: Date
  means: SignedInBy['means']
}

/** Where a call of the console comes from, for the audit trail. */
export type StaffOrigin = { address: string; requestId: string; traceId: string | undefined }

/** A session ends after this time, used or not. */
export const staffSessionMs = 10 * hourMs

/** One more session of a person ends the oldest. */
export const sessionsPerPerson = 2

const form = /^[\w-]{43}$/

/** Makes a token of 256 random bits, which the server does not keep. */
export function newStaffToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns what is kept of a token; undefined for a text that is none. A token of so many random bits needs no key. */
export function hashOfStaffToken(token: string): Uint8Array | undefined {
  return form.test(token) ? hash('sha256', token, 'buffer') : undefined
}

/** The same in hex, for an act's input; @throws for a text that is no token */
export function hashTextOfStaffToken(token: string): string {
  const tokenHash = hashOfStaffToken(token)
  if (!tokenHash) throw new Error('this is no token')
  return Buffer.from(tokenHash).toString('hex')
}
