import type { UnverifiedCode } from '@ekyc/contract/refusals'
import type { FailureReason } from '@ekyc/contract/shapes'

import type { NameIn } from '../../texts/t.ts'

/** A cause of failed KYCs. It groups the server's failure codes that the agent cures by the same step. */
export type Cause = NameIn<'score.', '.cure'>

export function causesOf(reasons: readonly FailureReason[]): { cause: Cause; count: number }[] {
  const counts = new Map<Cause, number>()
  for (const { code, count } of reasons) {
    // A newer server may send codes that this portal does not know.
    const cause = (causes as Partial<Record<string, Cause>>)[code] ?? 'other'
    counts.set(cause, (counts.get(cause) ?? 0) + count)
  }
  return [...counts]
    .map(([cause, count]) => ({ cause, count }))
    .toSorted((one, other) => other.count - one.count)
}

const causes: Record<UnverifiedCode, Cause> = {
  fingerprint_not_matched: 'finger',
  authority_not_confirmed: 'finger',
  biometrics_locked: 'locked',
  id_number_locked: 'locked',
  no_fingerprints_enrolled: 'enrolment',
  best_finger_needed: 'enrolment',
  id_number_not_active: 'enrolment',
  customer_data_not_available: 'enrolment',
  id_number_not_valid: 'number',
  virtual_id_ended: 'number',
  customer_opted_out: 'optedOut',
  device_not_accepted: 'scanner',
  device_blocked: 'scanner',
  device_provider_key_expired: 'scanner',
  device_key_expired: 'key',
  device_service_not_registered: 'driver',
  capture_not_accepted: 'driver',
  capture_not_opened: 'driver',
  capture_for_other_purpose: 'driver',
  capture_time_not_accepted: 'clock',
  capture_sent_before: 'oldScan',
  authority_out_of_order: 'authority',
  authority_timeout: 'authority',
  authority_unusable: 'authority',
  customer_not_fetched: 'bank',
  bank_unusable: 'bank',
  result_not_taken: 'bank',
  authority_request_not_accepted: 'other',
  authority_unknown_code: 'other',
  submission_interrupted: 'other',
}
