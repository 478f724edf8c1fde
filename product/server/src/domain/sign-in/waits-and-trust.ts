import { lockWithoutEnd } from '@ekyc/contract/limits'

import { clockSkewMs, dayMs, minuteMs, secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Stores } from '../stores.ts'
import { requestersOf, type CallOrigin } from './call-origin.ts'

type Waits = Pick<Parameters<Stores['signInAttempts']['take']>[0], 'waits' | 'latestWait' | 'lock'>

/**
 * Returns the ends of the waits after the first, second … wrong password in a row. The last end applies to all further
 * wrong passwords.
 */
export function waitsAfterFailures(at: Date, policy: Policy): Waits {
  const seconds = Array.from({ length: policy.failuresBeforeWait - 1 }, () => 0)
  for (let wait = policy.firstWaitSeconds; wait < policy.longestWaitSeconds; wait *= 2) seconds.push(wait)
  seconds.push(policy.longestWaitSeconds)
  const after = (wait: number) => new Date(at.getTime() + wait * secondMs)
  const locks = policy.failuresBeforeLock > 0
  // Without locks in the policy a lock ends in 1970, as no wait does.
  const lock = new Date(locks ? lockWithoutEnd : 0)
  const beforeLock = locks ? policy.failuresBeforeLock - 1 : seconds.length
  while (seconds.length < beforeLock) seconds.push(policy.longestWaitSeconds)
  const waits = seconds.slice(0, beforeLock).map(wait => (wait > 0 ? after(wait) : null))
  return {
    waits: locks ? [...waits, lock] : waits,
    latestWait: new Date(after(policy.longestWaitSeconds).getTime() + clockSkewMs),
    lock,
  }
}

/**
 * Decides until when a log-in or a new password makes the device and the address trusted.
 * @param isProven true if the agent has given an OTP or a passkey, rather than a password alone
 */
export function trustAfterLogIn(
  at: Date,
  mobile: string,
  origin: CallOrigin,
  policy: Policy,
  isProven = false,
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
