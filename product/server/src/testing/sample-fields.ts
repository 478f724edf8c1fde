import type { CallName } from '@ekyc/contract/calls'
import { requestFields } from '@ekyc/contract/examples'

import { testCapture } from './test-capture.ts'

/** The contract's sample of a call's fields, with a capture that passes. */
export function sampleFields(name: CallName, mobile: string, now: Date, orderId?: string): object {
  const fields = requestFields(name, { now, mobile, ...(orderId !== undefined && { orderId }) })
  return name === 'submitOrder' ? { ...fields, biometricDeviceInfo: testCapture(now, mobile) } : fields
}
