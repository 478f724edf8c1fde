import { resendWaitSeconds } from '@ekyc/contract/limits'
import { useEffect } from 'react'

import type { UserChecked } from '../../session/session-state.ts'
import { setSession, useSession } from '../../session/session.ts'

/**
 * Returns the seconds until the agent may request another OTP; 60 means that the agent may request one now (product.md
 * section 4). The countdown starts from the time of the last OTP, so that a reload or a sleeping computer does not
 * change it.
 */
export function useResendTimer(): number {
  const checked = useSession(session => session.userChecked)
  useEffect(() => {
    const tick = () => setSession({ otpTimer: secondsLeft(checked, Date.now()) })
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [checked])
  return useSession(session => session.otpTimer)
}

export function secondsLeft(checked: UserChecked | null, now: number): number {
  const wait = checked?.otpDetails?.resendAfter ?? 0
  const remaining = Math.ceil(((checked?.receivedOn ?? 0) + wait * 1000 - now) / 1000)
  // Without `remaining > wait`, a clock that was set back would prolong the wait by the difference.
  if (remaining <= 0 || remaining > wait) return resendWaitSeconds
  // A running countdown starts at 59, because 60 means that no wait is running.
  return Math.min(remaining, resendWaitSeconds - 1)
}
