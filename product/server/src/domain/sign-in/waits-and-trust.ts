import { lockWithoutEnd } from '@ekyc/contract/limits'

import { clockSkewMs, dayMs, minuteMs, secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Stores } from '../stores.ts'
import { requestersOf, type CallOrigin } from './call-origin.ts'

type Waits = Pick<Parameters<Stores['signInAttempts']['take']>[0], 'waits' | 'latestWait' | 'lock'>

/** Returns the ends of the waits after the first, second … wrong password in a row. The last also ends all further ones. */
export function waitsAfterFailures(at: Date, policy: Policy): Waits {
  const { failuresBeforeWait, firstWaitSeconds, longestWaitSeconds, failuresBeforeLock } = policy
  // Without locks in the policy a lock ends in 1970, as no wait does.
  const lock = new Date(failuresBeforeLock > 0 ? lockWithoutEnd : 0)
  const doublings = Math.ceil(Math.log2(longestWaitSeconds / firstWaitSeconds))
  const after = (seconds: number) => new Date(at.getTime() + seconds * secondMs)
  const waits = Array.from({ length: failuresBeforeLock || failuresBeforeWait + doublings }, (_, index) => {
    const failures = index + 1
    if (failures === failuresBeforeLock) return lock
    if (failures < failuresBeforeWait) return null
    return after(Math.min(firstWaitSeconds * 2 ** (failures - failuresBeforeWait), longestWaitSeconds))
  })
  return { waits, latestWait: new Date(after(longestWaitSeconds).getTime() + clockSkewMs), lock }
}

/** @param isProven true if the agent has given an OTP or a passkey, rather than a password alone */
export function trustAfterLogIn(
  at: Date,
  mobile: string,
  origin: CallOrigin,
  policy: Policy,
  isProven: boolean,
): Parameters<Stores['signInAttempts']['forgive']>[0] {
  const requesters = requestersOf(origin)
  const trustedUntil = requesters.map(requester => {
    const days = requester === origin.device ? policy.deviceTrustDays : policy.addressTrustDays
    return new Date(at.getTime() + days * dayMs)
  })
  return { mobile, requesters, at, trustedUntil, provenOn: isProven ? at : null }
}

export function addressWindowStart(at: Date, policy: Policy): Date {
  return new Date(at.getTime() - policy.addressWindowMinutes * minuteMs)
}
