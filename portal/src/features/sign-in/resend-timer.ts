import { resendWaitSeconds } from '@ekyc/contract/limits'
import { useEffect } from 'react'

import type { UserChecked } from '../../session/session-state.ts'
import { setSession, useSession } from '../../session/session.ts'

/**
 * Seconds until another OTP may be asked for; 60 means idle (product.md section 4). Counted from when the last one was
 * sent, not from tick to tick: a reload or a sleeping computer neither shortens nor kills it.
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
  const left = Math.ceil(((checked?.receivedOn ?? 0) + wait * 1000 - now) / 1000)
  // 60 itself is the idle mark, so a fresh wait starts at 59.
  return left <= 0 ? resendWaitSeconds : Math.min(left, resendWaitSeconds - 1)
}
