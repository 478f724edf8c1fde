import type { CallName } from '@ekyc/contract/calls'
import { requestFields } from '@ekyc/contract/examples'

import { testCapture } from './outside/test-capture.ts'

/** Returns the contract's example of a call's fields. A submit gets a capture that the server accepts. */
export function sampleFields(name: CallName, mobile: string, now: Date, orderId?: string): object {
  const fields = requestFields(name, { now, mobile, ...(orderId !== undefined && { orderId }) })
  return name === 'submitOrder' ? { ...fields, biometricDeviceInfo: testCapture(now, mobile) } : fields
}
