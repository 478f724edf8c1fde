import { randomBytes } from 'node:crypto'

import { dayMs, minuteMs } from './durations.ts'

/** The time for which a challenge or a proof is valid, in ms. */
export const staffChallengeMs = 5 * minuteMs
/** The time for which a link for making a passkey is valid, in ms. */
export const enrolmentLinkMs = 30 * minuteMs
/** The time within which the link must be made after a person was added, or was allowed to replace a passkey, in ms. */
export const enrolmentMs = 2 * dayMs
/** The maximum number of passkeys of one person. Each person is asked to have two, so that one can be lost. */
export const passkeysPerPerson = 5

/** Makes a random challenge that ends with `content`, such as the hash of an act that the person confirms. */
export function newStaffChallenge(content: Uint8Array = Buffer.alloc(0)): string {
  return Buffer.concat([randomBytes(32), content]).toString('base64url')
}
