import { indiaDate } from '@ekyc/contract/india-time'
import { lockWithoutEnd } from '@ekyc/contract/limits'

import type { Agent } from '../agents/agents.ts'
import { clockSkewMs, dayMs, latestTime, minuteMs, secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Stores } from '../stores.ts'
import { requestersOf, type Origin } from './origin.ts'
import type { CountedRequester } from './sign-in-stores.ts'

export type HeldSignIn = {
  failures: { ofNetwork: number; ofWiderNetwork: number; ofDevice: number }
  isKnownDevice: boolean
}

export function isBlocked(
  { failures, isKnownDevice }: HeldSignIn,
  { failuresPerAddress: limit, widerNetworkFold }: Policy,
): boolean {
  if (isKnownDevice) return failures.ofDevice >= limit
  return failures.ofNetwork >= limit || failures.ofWiderNetwork >= limit * widerNetworkFold
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

export const secondFactors = ['off', 'offered', 'required'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** The wish of a client when the second factor is optional: 'ask' asks the agent first, 'otp' sends an OTP at once. */
export type FactorWish = 'ask' | 'otp' | undefined

type FactorDecision =
  /** `until` is the end of a session with only a password. `beginsGrace` is true if the days of grace begin now. */
  | { kind: 'open'; until?: Date; beginsGrace?: boolean }
  /** `until` is the moment from which the second factor is required, or undefined if it stays optional. */
  | { kind: 'offer'; until: Date | undefined }
  | { kind: 'demand' }

export function decideSecondFactor(
  held: {
    mode: SecondFactor
    agent: Pick<Agent, 'graceBeganOn'>
    counted: Pick<CountedRequester, 'address' | 'provenOn'>
    /** The id in the device's cookie. An address cannot identify a device, because many browsers may share it. */
    device: string | undefined
    wish: FactorWish
  },
  at: Date,
  policy: Policy,
): FactorDecision {
  const { mode, agent, counted, device, wish } = held
  if (mode === 'off') return { kind: 'open' }
  const isProvenHere = device !== undefined && counted.address === device && isOfToday(counted.provenOn, at)
  if (isProvenHere && policy.secondFactorEachLogIn === 0) return { kind: 'open' }

  const until = mode === 'required' ? graceEnd(agent, at, policy) : undefined
  const isOptional = until === undefined || until > at
  if (!isOptional || wish === 'otp') return { kind: 'demand' }
  if (wish === 'ask') return { kind: 'offer', until }
  return until ? { kind: 'open', until, beginsGrace: agent.graceBeganOn === null } : { kind: 'open' }
}

function graceEnd({ graceBeganOn }: Pick<Agent, 'graceBeganOn'>, at: Date, policy: Policy): Date {
  return new Date((graceBeganOn ?? at).getTime() + policy.secondFactorGraceDays * dayMs)
}

/** Tells whether a time is on the present day in India. A future time (the clock was set back) does not count. */
function isOfToday(moment: Date | null, at: Date): boolean {
  return moment !== null && moment <= latestTime(at) && indiaDate(moment) === indiaDate(at)
}
