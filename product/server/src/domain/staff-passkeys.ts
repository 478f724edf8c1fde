import { randomBytes } from 'node:crypto'

import { dayMs, minuteMs } from './durations.ts'

/** A challenge, and a proof, is good for this time. */
export const staffChallengeMs = 5 * minuteMs
/** The link of a first passkey is good for this time. */
export const enrolmentLinkMs = 30 * minuteMs
/** The right to a link stays for this time until somebody asks for the link. */
export const enrolmentMs = 2 * dayMs
/** Two are asked for, so that one can be lost. */
export const passkeysPerPerson = 5

/** @param content the hash of what the person proves, which the authenticator then signs too */
export function newStaffChallenge(content: Uint8Array = Buffer.alloc(0)): string {
  return Buffer.concat([randomBytes(32), content]).toString('base64url')
}
