import { takeClockOffset } from '@ekyc/ui/browser/server-clock.ts'

import { takeAddress } from '../api/device-info.ts'
import { takePageId } from '../api/request.ts'
import { openNextScreen } from '../features/sign-in/number-check.ts'
import { resetSession } from '../session/session.ts'
import type { CheckedNumber } from './hand-over.ts'

/** The portal's part of the hand-over, in a file of its own because the script must not contain the portal. */
export function takeNumber({ mobile, checked, pageId, address, clockOffsetMs }: CheckedNumber): void {
  takePageId(pageId)
  takeAddress(address)
  takeClockOffset(clockOffsetMs)
  resetSession()
  openNextScreen(mobile, checked)
}
