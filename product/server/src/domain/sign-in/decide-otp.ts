import { resendWaitSeconds } from '@ekyc/contract/limits'

import type { Agent } from '../agents/agents.ts'
import { clockSkewMs, dayMs, hourMs, latestServerTime, minuteMs, secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Stores } from '../stores.ts'
import type { CallOrigin } from './call-origin.ts'
import type { OtpHandle, OtpPurpose, OtpSend } from './sign-in-records.ts'

/**
 * The device or address that asks for a one-time password. A requester is known if the phone has logged in from there
 * before, or is signed in from there now.
 */
export type Requester = { id: string; isKnown: boolean; isDevice: boolean }

export type OtpFacts = Awaited<ReturnType<Stores['oneTimePasswords']['hold']>> & {
  /** The milliseconds until unknown requesters may get codes again: the longer wait of the bank's two budgets. */
  bankWaitMs: number
}

export type OtpRequest = {
  agent: Pick<Agent, 'passwordHash'> | undefined
  purpose: OtpPurpose
  origin: Pick<CallOrigin, 'network' | 'device'>
  /** True if the agent asks in a session. The requester is then known from any address. */
  isSignedIn: boolean
  /** True if only a code sent by the bank may serve the agent. Without such a code, the phone is treated as unknown. */
  isForBank?: boolean
}

export type OtpDecision =
  | { kind: 'repeat'; code: OtpHandle }
  /** Gives the requester a new handle (otpRefId, which names a code in a guess) for the code that the bank has sent. */
  | { kind: 'join'; code: OtpHandle; requester: Requester }
  /** Refuses the request in a way that reveals nothing about the phone. */
  | { kind: 'throttle'; waitMs: number; isOverBudget: boolean }
  | ({ kind: 'send'; /** The code that the new code ends. */ ends: OtpHandle | undefined } & NewHandle)
  /** Gives a handle without a code, so that every guess is wrong. */
  | ({ kind: 'withhold'; isOverBudget: boolean } & NewHandle)

type NewHandle = {
  requester: Requester
  live: OtpHandle[]
  /** True if the send counts against the limit of sends to the phone that all unknown requesters share. */
  takesShare: boolean
  /** True if the request counts against the limit of phones for which one network may ask for codes. */
  countsForNetwork: boolean
}

/** The requester of log-in codes that all unknown browsers of a phone share. */
export const unknownLogInRequester = 'any log-in'

/** The requester of the codes that the bank itself sends. */
export const bankRequester: Requester = { id: 'bank', isKnown: true, isDevice: false }

export function decideOtp(held: OtpFacts, request: OtpRequest, at: Date, policy: Policy): OtpDecision {
  const requester = requesterOf(request, held.trusted)
  const own = held.codes.find(code => code.requester === requester.id)
  const live = liveCodes(held.codes, at, policy)

  const byBank = live.find(code => code.requester === bankRequester.id)
  if (byBank && (!requester.isKnown || request.isForBank)) {
    if (own?.codeId === byBank.codeId) return { kind: 'repeat', code: own }
    return { kind: 'join', code: byBank, requester }
  }
  // A handle without a code is not repeated to a requester that has become known since. The requester gets a new code
  // instead.
  if (own && isRecent(own, at) && (own.codeHash || !requester.isKnown || request.isForBank))
    return { kind: 'repeat', code: own }

  const ownMs = ownWait(requester, held, at, policy)
  if (ownMs > 0) return { kind: 'throttle', waitMs: ownMs, isOverBudget: false }

  const others = live.filter(code => code.codeId !== own?.codeId)
  const hasPassword = request.agent?.passwordHash !== null
  const waitMs = requester.isKnown
    ? 0
    : Math.max(shareWait(held.sends, hasPassword, at, policy), roomWait(others, at, policy), held.bankWaitMs)
  const isOverBudget = !requester.isKnown && held.bankWaitMs > 0
  // The call user/check already reveals that a phone has no password, so the agent may know how long to wait.
  if (!hasPassword && waitMs > 0) return { kind: 'throttle', waitMs, isOverBudget }

  const handle = {
    requester,
    live,
    takesShare: !requester.isKnown && waitMs === 0,
    countsForNetwork: !requester.isDevice,
  }
  if (!request.agent || request.isForBank || waitMs > 0) return { kind: 'withhold', isOverBudget, ...handle }
  return { kind: 'send', ends: findCodeToEnd(others, policy), ...handle }
}

/** Lists the codes of a phone that are still usable, oldest first. */
export function liveCodes(codes: OtpHandle[], at: Date, policy: Policy): OtpHandle[] {
  const latestEnd = latestPossibleExpiry(at, policy)
  return codes
    .filter(({ codeHash, usedOn, triesLeft }) => codeHash && !usedOn && triesLeft > 0)
    .filter(({ expiresOn }) => expiresOn > at && expiresOn <= latestEnd)
    .toSorted((a, b) => a.sentOn.getTime() - b.sentOn.getTime())
    .filter(({ codeId }, index, all) => all.findIndex(first => first.codeId === codeId) === index)
}

/**
 * Returns the code that must end if the phone has no room for another code: the oldest code of an unknown requester, or
 * the oldest code if all requesters are known.
 */
export function findCodeToEnd(live: OtpHandle[], policy: Policy): OtpHandle | undefined {
  if (live.length < policy.otpLiveCodesPerPhone) return undefined
  return live.toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown))[0]
}

/** Returns the latest expiry that a code sent now may have, by any server's clock. */
export function latestPossibleExpiry(at: Date, policy: Policy): Date {
  return new Date(at.getTime() + policy.otpLifeMinutes * minuteMs + clockSkewMs)
}

/** Returns the milliseconds until the last `perMs` contain fewer than `limit` of the times, or 0 if they already do. */
export function msUntilBelowLimit(times: Date[], limit: number, perMs: number, at: Date): number {
  const since = at.getTime() - perMs
  const latest = latestServerTime(at).getTime()
  const recent = times.map(time => time.getTime()).filter(time => time > since && time <= latest)
  const last = recent.toSorted((a, b) => b - a)[limit - 1]
  return last === undefined ? 0 : last - since
}

/**
 * Returns the requester under whose id the code is stored and limited. A passkey code only adds a passkey, so it is
 * stored and limited separately from the requester's other code. A log-in code is separate too, because only somebody
 * with the password asks for it: requests of strangers must not use up its limits. All unknown browsers are one
 * requester of log-in codes, so that a stolen password gives no additional guesses from many addresses.
 */
function requesterOf(request: OtpRequest, trusted: string[]): Requester {
  const requester = askerOf(request, trusted)
  if (request.purpose === 'log-in')
    return {
      id: requester.isKnown ? `${requester.id} log-in` : unknownLogInRequester,
      isKnown: true,
      isDevice: true,
    }
  return request.purpose === 'passkey' ? { ...requester, id: `${requester.id} passkey` } : requester
}

function askerOf({ origin, isSignedIn }: OtpRequest, trusted: string[]): Requester {
  if (origin.device !== undefined && trusted.includes(origin.device))
    return { id: origin.device, isKnown: true, isDevice: true }
  return { id: origin.network, isKnown: isSignedIn || trusted.includes(origin.network), isDevice: false }
}

function isRecent({ sentOn }: OtpHandle, at: Date): boolean {
  return Math.abs(at.getTime() - sentOn.getTime()) < resendWaitSeconds * secondMs
}

/**
 * Returns the milliseconds until the requester may ask for a code for the phone again. The result depends on the
 * requester alone and reveals nothing about the phone.
 */
function ownWait(requester: Requester, held: OtpFacts, at: Date, policy: Policy): number {
  const own = held.sends.filter(send => send.requester === requester.id).map(send => send.sentOn)
  return Math.max(
    msUntilBelowLimit(own, policy.otpSendsPerHour, hourMs, at),
    msUntilBelowLimit(own, policy.otpSendsPerDay, dayMs, at),
    requester.isDevice ? 0 : phonesWait(held, at, policy),
  )
}

function phonesWait({ otherPhones, phonesOfWiderNetwork }: OtpFacts, at: Date, policy: Policy): number {
  const { otpPhonesPerAddressPerHour: limit, widerNetworkFold } = policy
  return Math.max(
    msUntilBelowLimit(otherPhones, limit, hourMs, at),
    msUntilBelowLimit(phonesOfWiderNetwork, limit * widerNetworkFold, hourMs, at),
  )
}

/** Returns the milliseconds until the limit that all unknown requesters share allows another send to the phone. */
function shareWait(sends: OtpSend[], hasPassword: boolean, at: Date, policy: Policy): number {
  const shared = sends.filter(send => send.takesShare).map(send => send.sentOn)
  const wait = Math.max(
    msUntilBelowLimit(shared, policy.otpSendsFromEverywherePerHour, hourMs, at),
    msUntilBelowLimit(shared, policy.otpSendsFromEverywherePerDay, dayMs, at),
  )
  // An agent without a password has no known device or address, so the shared limit of a day must not lock the
  // agent out until tomorrow.
  return hasPassword
    ? wait
    : Math.min(wait, msUntilBelowLimit(shared, policy.otpSendsToNewAgentPerHour, hourMs, at))
}

/** Returns the milliseconds until the phone has room for an unknown requester's code, or 0 if it has room now. */
function roomWait(live: OtpHandle[], at: Date, policy: Policy): number {
  const [oldest] = live
  if (!oldest || live.length < policy.otpLiveCodesPerPhone) return 0
  return oldest.expiresOn.getTime() - at.getTime()
}
