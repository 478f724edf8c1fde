import { resendWaitSeconds } from '@ekyc/contract/limits'

import { clockSkewMs } from './clock-skew.ts'
import { minuteMs, secondMs } from './durations.ts'
import { liveCodes, ownWait, roomWait, shareWait, type Requester } from './one-time-password-limits.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { Agent, OneTimePassword, OneTimePasswordPurpose, OneTimePasswordStore } from './stores.ts'

/** Everything stored that decides about a request. */
export type HeldOtps = Awaited<ReturnType<OneTimePasswordStore['hold']>> & {
  /** The milliseconds until the bank's budget has room for unknown requesters again. */
  bankWaitMs: number
}

export type OtpWish = {
  /** Undefined when no agent has this phone. */
  agent: Pick<Agent, 'passwordHash'> | undefined
  purpose: OneTimePasswordPurpose
  origin: Pick<Origin, 'network' | 'device'>
  /** The agent asks in a session, and so is known wherever the call comes from. */
  isSignedIn: boolean
  /** Only a code that the bank sends serves the agent; other requests are treated like those for an unknown phone. */
  isForBank?: boolean
}

export type OtpDecision =
  /** Gives the live handle again. */
  | { kind: 'repeat'; code: OneTimePassword }
  /** Gives the requester a handle of the bank's own code. */
  | { kind: 'join'; code: OneTimePassword; requester: Requester }
  /** Refuses, in a way that tells nothing about the phone. */
  | { kind: 'throttle'; waitMs: number; isOverBudget: boolean }
  | ({ kind: 'send'; /** The code that becomes useless. */ ends: OneTimePassword | undefined } & NewHandle)
  /** Gives a handle without a code, which no guess opens. */
  | ({ kind: 'withhold'; isOverBudget: boolean } & NewHandle)

type NewHandle = {
  requester: Requester
  /** The phone's live codes, from whose marks the new one differs. */
  live: OneTimePassword[]
  /** The send counts against the share of all unknown requesters. */
  takesShare: boolean
  /** The phone counts among those that the network asked for. */
  countsForNetwork: boolean
}

/** The requester of the bank's own code. */
export const theBank: Requester = { id: 'bank', isKnown: true, isDevice: false }

/** Decides what a request for a one-time password comes to. */
export function decideOtp(held: HeldOtps, wish: OtpWish, at: Date, policy: Policy): OtpDecision {
  const requester = requesterOf(wish, held.trusted)
  const own = held.codes.find(code => code.requester === requester.id)
  const live = liveCodes(held.codes, at, latestEndOf(at, policy))

  const byBank = live.find(code => code.requester === theBank.id)
  if (byBank && (!requester.isKnown || wish.isForBank)) {
    if (own?.codeId === byBank.codeId) return { kind: 'repeat', code: own }
    return { kind: 'join', code: byBank, requester }
  }
  // A requester that has become known since gets a new code in place of a handle without one.
  if (own && isRecent(own, at) && (own.codeHash || !requester.isKnown || wish.isForBank))
    return { kind: 'repeat', code: own }

  const ownMs = ownWait(requester, held, at, policy)
  if (ownMs > 0) return { kind: 'throttle', waitMs: ownMs, isOverBudget: false }

  const others = live.filter(code => code.codeId !== own?.codeId)
  const hasPassword = wish.agent?.passwordHash !== null
  const waitMs = requester.isKnown
    ? 0
    : Math.max(shareWait(held.sends, hasPassword, at, policy), roomWait(others, at, policy), held.bankWaitMs)
  const isOverBudget = !requester.isKnown && held.bankWaitMs > 0
  // user/check tells a phone without a password from others anyway, so its agent may know how long to wait.
  if (!hasPassword && waitMs > 0) return { kind: 'throttle', waitMs, isOverBudget }

  const handle = {
    requester,
    live,
    takesShare: !requester.isKnown && waitMs === 0,
    countsForNetwork: !requester.isDevice,
  }
  if (!wish.agent || wish.isForBank || waitMs > 0) return { kind: 'withhold', isOverBudget, ...handle }
  return { kind: 'send', ends: surplus(others, policy), ...handle }
}

/**
 * Finds the code that ends where the phone has no room for one more: the oldest of an unknown requester, if there is
 * one.
 */
export function surplus(live: OneTimePassword[], policy: Policy): OneTimePassword | undefined {
  if (live.length < policy.otpLiveCodesPerPhone) return undefined
  return live.toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown))[0]
}

/** Returns the latest end that a code sent now may have, by any server's clock. */
export function latestEndOf(at: Date, policy: Policy): Date {
  return new Date(at.getTime() + policy.otpLifeMinutes * minuteMs + clockSkewMs)
}

/**
 * The code of a passkey opens nothing else: it has a place and limits of its own beside the requester's other one. So has
 * the code of a log-in, which only somebody with the password asks for: what strangers ask for takes nothing from it.
 * Browsers that are not known share one place for it, so that a stolen password gives no more guesses from many addresses.
 */
function requesterOf(wish: OtpWish, trusted: string[]): Requester {
  const requester = askerOf(wish, trusted)
  if (wish.purpose === 'log-in')
    return { id: `${requester.isKnown ? requester.id : 'any'} log-in`, isKnown: true, isDevice: true }
  return wish.purpose === 'passkey' ? { ...requester, id: `${requester.id} passkey` } : requester
}

function askerOf({ origin, isSignedIn }: OtpWish, trusted: string[]): Requester {
  if (origin.device !== undefined && trusted.includes(origin.device))
    return { id: origin.device, isKnown: true, isDevice: true }
  return { id: origin.network, isKnown: isSignedIn || trusted.includes(origin.network), isDevice: false }
}

function isRecent({ sentOn }: OneTimePassword, at: Date): boolean {
  return Math.abs(at.getTime() - sentOn.getTime()) < resendWaitSeconds * secondMs
}
