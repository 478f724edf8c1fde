import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { Consent } from '@ekyc/contract/shapes'

import { minuteMs } from './durations.ts'
import type { Policy } from './policy.ts'
import { readMoment } from './read-moment.ts'
import { BadField } from './refused.ts'

/**
 * Checks that a consent, which is kept as evidence, was given shortly before its capture, at a readable time.
 * @throws BadField
 */
export function checkConsent({ givenOn }: Consent, now: Date, policy: Policy): void {
  const ageMs = now.getTime() - (readMoment(givenOn)?.getTime() ?? Number.NaN)
  const isOfThisCapture = ageMs <= captureMaxAgeMs && ageMs >= -policy.captureSkewMinutes * minuteMs
  if (!isOfThisCapture) throw new BadField('consent.givenOn')
}
