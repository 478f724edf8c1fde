import { randomBytes } from 'node:crypto'

import { dayMs, minuteMs } from './durations.ts'

/** The time for which a challenge or a proof is valid, in ms. */
export const staffChallengeMs = 5 * minuteMs
/** The time for which the link for a first passkey is valid, in ms. */
export const enrolmentLinkMs = 30 * minuteMs
/** The time in ms, after a person was added, within which the link for the person's first passkey may be made. */
export const enrolmentMs = 2 * dayMs
/** The maximum number of passkeys of one person. Each person is asked to have two, so that one can be lost. */
export const passkeysPerPerson = 5

/** Makes a random challenge that ends with `content`, such as the hash of an act that the person confirms. */
export function newStaffChallenge(content: Uint8Array = Buffer.alloc(0)): string {
  return Buffer.concat([randomBytes(32), content]).toString('base64url')
}
