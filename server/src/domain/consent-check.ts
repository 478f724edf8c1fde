import { captureMaxAgeMs, consentAheadMs } from '@ekyc/contract/limits'
import type { Consent } from '@ekyc/contract/shapes'

import { readMoment } from './read-moment.ts'
import { BadField } from './refused.ts'

/**
 * A consent is kept as evidence: it was given just before its capture, and at a moment that anybody can read.
 * @throws BadField
 */
export function checkConsent({ givenOn }: Consent, now: Date): void {
  const ageMs = now.getTime() - (readMoment(givenOn)?.getTime() ?? Number.NaN)
  const isOfThisCapture = ageMs <= captureMaxAgeMs && ageMs >= -consentAheadMs
  if (!isOfThisCapture) throw new BadField('consent.givenOn')
}
