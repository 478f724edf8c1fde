import { randomBytes } from 'node:crypto'

import { dayMs, minuteMs } from './durations.ts'

/** The time for which a challenge or a proof is valid, in ms. */
export const staffChallengeMs = 5 * minuteMs
/** The time for which the link for a first passkey is valid, in ms. */
export const enrolmentLinkMs = 30 * minuteMs
/** The time within which a person may ask for the link for a first passkey, in ms. */
export const enrolmentMs = 2 * dayMs
/** The maximum number of passkeys of one person. Each person is asked to have two, so that one can be lost. */
export const passkeysPerPerson = 5

/** Makes a random challenge that contains `content`: a hash of what the person proves and the authenticator signs. */
export function newStaffChallenge(content: Uint8Array = Buffer.alloc(0)): string {
  return Buffer.concat([randomBytes(32), content]).toString('base64url')
}
