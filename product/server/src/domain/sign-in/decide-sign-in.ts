import { indiaDate } from '@ekyc/contract/india-time'
import { lockWithoutEnd } from '@ekyc/contract/limits'

import { clockSkewMs, latestTime } from '../clock-skew.ts'
import { dayMs, minuteMs, secondMs } from '../durations.ts'
import { requestersOf, type Origin } from './origin.ts'
import type { Policy } from '../policy.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Stores } from '../stores.ts'

export type HeldSignIn = {
  failures: { ofNetwork: number; ofWiderNetwork: number; ofDevice: number }
  isKnownDevice: boolean
  /** True if a user check has checked the phone recently enough for the policy. */
  isVerified: boolean
}

export function isBlocked(
  { failures, isKnownDevice }: Pick<HeldSignIn, 'failures' | 'isKnownDevice'>,
  { failuresPerAddress: limit, widerNetworkFold }: Policy,
): boolean {
  if (isKnownDevice) return failures.ofDevice >= limit
  return failures.ofNetwork >= limit || failures.ofWiderNetwork >= limit * widerNetworkFold
}

export function decideTry(held: HeldSignIn, policy: Policy): 'blocked' | 'unverified' | 'compare' {
  if (isBlocked(held, policy)) return 'blocked'
  return held.isVerified ? 'compare' : 'unverified'
}

/** Decides whether the right password opens a session, or whether a one-time password is needed first. */
export function decideEntry(agent: Pick<Agent, 'passwordHash' | 'resetDemanded'>): 'session' | 'otp-first' {
  return agent.resetDemanded || agent.passwordHash === null ? 'otp-first' : 'session'
}

/**
 * Returns the time that a requester must wait before it may check this phone, in ms, or undefined if there is no wait.
 * @param waits the waits of the address and of the wider network around it, in ms
 */
export function checkWait(
  waits: (number | undefined)[],
  { isKnownDevice, hasChecked = false }: { isKnownDevice: boolean; hasChecked?: boolean },
): number | undefined {
  const running = waits.filter(wait => wait !== undefined)
  return running.length === 0 || isKnownDevice || hasChecked ? undefined : Math.max(...running)
}

/** Tells whether a time is on the present day in India. A future time (the clock was set back) does not count. */
export function isOfToday(moment: Date | null, at: Date): boolean {
  return moment !== null && moment <= latestTime(at) && indiaDate(moment) === indiaDate(at)
}

type Waits = Pick<Parameters<Stores['signInAttempts']['take']>[0], 'waits' | 'latestWait' | 'lock'>

/**
 * Returns the ends of the waits after the first, second … wrong password in a row. The last end applies to all further
 * wrong passwords.
 */
export function waitsFrom(at: Date, policy: Policy): Waits {
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
export function trustFrom(
  at: Date,
  mobile: string,
  origin: Origin,
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

export function addressWindow(at: Date, policy: Policy): Date {
  return new Date(at.getTime() - policy.addressWindowMinutes * minuteMs)
}
