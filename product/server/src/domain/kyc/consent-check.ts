import { captureMaxAgeMs } from '@ekyc/contract/limits'
import type { Consent } from '@ekyc/contract/shapes'

import { minuteMs } from '../durations.ts'
import type { Policy } from '../policy.ts'
import { readMoment } from '../read-moment.ts'
import { BadField } from '../refused.ts'

/**
 * Checks that the time of a consent is readable and recent enough for its capture. The consent is kept as evidence.
 * @throws BadField when the time is unreadable, too old or in the future
 */
export function checkConsent({ givenOn }: Consent, now: Date, policy: Policy): void {
  const ageMs = now.getTime() - (readMoment(givenOn)?.getTime() ?? Number.NaN)
  const isOfThisCapture = ageMs <= captureMaxAgeMs && ageMs >= -policy.captureSkewMinutes * minuteMs
  if (!isOfThisCapture) throw new BadField('consent.givenOn')
}
