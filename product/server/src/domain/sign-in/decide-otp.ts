import { resendWaitSeconds } from '@ekyc/contract/limits'

import type { Agent } from '../agents/agents.ts'
import { clockSkewMs, dayMs, hourMs, latestServerTime, minuteMs, secondMs } from '../clocks.ts'
import type { Policy } from '../policy.ts'
import type { Stores } from '../stores.ts'
import { networkLimits, type CallOrigin } from './call-origin.ts'

export const otpPurposes = ['first-time', 'reset', 'change', 'passkey', 'log-in'] as const
export type OtpPurpose = (typeof otpPurposes)[number]

/**
 * The device or address that asks for a one-time password. A requester is known if the phone has logged in from there
 * before, or is signed in from there now.
 */
export type Requester = { id: string; isKnown: boolean; isDevice: boolean }

type HeldFacts = Awaited<ReturnType<Stores['oneTimePasswords']['hold']>>

export type OtpHandle = HeldFacts['codes'][number]

export type OtpFacts = HeldFacts & {
  /** The milliseconds until unknown requesters may get codes again: the longer wait of the bank's two budgets. */
  bankWaitMs: number
}

export type OtpRequest = {
  agent: Pick<Agent, 'passwordHash'> | undefined
  purpose: OtpPurpose
  origin: Pick<CallOrigin, 'network' | 'widerNetwork' | 'device'>
  /** True if only a code sent by the bank may serve the agent. Without such a code, the phone is treated as unknown. */
  isForBank?: boolean
}

export type OtpDecision = ReturnType<typeof decideOtp>

export type NewCode = Extract<OtpDecision, { kind: 'send' | 'withhold' }>

/** The requester of log-in codes that all unknown browsers of a phone share. */
export const unknownLogInRequester = 'any log-in'

export const bankRequester: Requester = { id: 'bank', isKnown: true, isDevice: false }

export function decideOtp(held: OtpFacts, request: OtpRequest, at: Date, policy: Policy) {
  const { agent, origin, isForBank = false } = request
  const requester = requesterOf(request, held.trusted)
  const own = held.codes.find(code => code.requester === requester.id)
  const live = liveCodes(held.codes, at, policy)

  const byBank = live.find(code => code.requester === bankRequester.id)
  if (byBank && (!requester.isKnown || isForBank)) {
    if (own?.codeId === byBank.codeId) return { kind: 'repeat' as const, code: own }
    // The requester gets a handle (otpRefId, which names a code in a guess) of its own for the bank's code.
    return { kind: 'join' as const, code: byBank, requester }
  }
  const isRecent = own && Math.abs(at.getTime() - own.sentOn.getTime()) < resendWaitSeconds * secondMs
  // A requester that has become known since gets a new code in the place of a handle without a code.
  if (isRecent && (own.codeHash || !requester.isKnown || isForBank))
    return { kind: 'repeat' as const, code: own }

  const ofRequester = held.sends.filter(send => send.requester === requester.id)
  const networks = requester.isDevice ? [] : networkLimits(origin, policy.otpPhonesPerAddressPerHour, policy)
  // This wait depends on the requester alone, so that a refusal reveals nothing about the phone.
  const ownMs = longestWait(at, [
    { events: ofRequester, limit: policy.otpSendsPerHour, perMs: hourMs },
    { events: ofRequester, limit: policy.otpSendsPerDay, perMs: dayMs },
    ...networks.map(([network, limit]) => ({
      events: held.otherPhones.filter(other => other.address === network),
      limit,
      perMs: hourMs,
    })),
  ])
  if (ownMs > 0) return { kind: 'throttle' as const, waitMs: ownMs, isOverBudget: false }

  const others = live.filter(code => code.codeId !== own?.codeId)
  const hasPassword = agent?.passwordHash !== null
  const waitMs = requester.isKnown
    ? 0
    : Math.max(shareWait(held, hasPassword, at, policy), roomWait(others, at, policy), held.bankWaitMs)
  const isOverBudget = !requester.isKnown && held.bankWaitMs > 0
  // The call user/check already reveals that a phone has no password, so the agent may know how long to wait.
  if (!hasPassword && waitMs > 0) return { kind: 'throttle' as const, waitMs, isOverBudget }

  const isSent = agent && !isForBank && waitMs === 0
  return {
    // A withheld code gives a handle without a code, so that every guess is wrong.
    kind: isSent ? ('send' as const) : ('withhold' as const),
    requester,
    live,
    ends: isSent ? findCodeToEnd(others, policy) : undefined,
    // All unknown requesters share a limit of sends to the phone.
    takesShare: !requester.isKnown && waitMs === 0,
    isOverBudget,
  }
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

/** Returns the milliseconds until each limit has fewer events in its last `perMs`, or 0 if each has room now. */
export function longestWait(
  at: Date,
  limits: { events: { at: Date }[]; limit: number; perMs: number }[],
): number {
  const latest = latestServerTime(at).getTime()
  const waits = limits.map(({ events, limit, perMs }) => {
    const since = at.getTime() - perMs
    const recent = events.map(event => event.at.getTime()).filter(time => time > since && time <= latest)
    const last = recent.toSorted((a, b) => b - a)[limit - 1]
    return last === undefined ? 0 : last - since
  })
  return Math.max(0, ...waits)
}

/**
 * Returns the requester under whose id the code is stored and limited. A passkey code only adds a passkey, so it is
 * stored and limited separately from the requester's other code. A log-in code is separate too, because only somebody
 * with the password asks for it: requests of strangers must not use up its limits. All unknown browsers are one
 * requester of log-in codes, so that a stolen password gives no additional guesses from many addresses.
 */
function requesterOf({ purpose, origin }: OtpRequest, trusted: string[]): Requester {
  const { network, device } = origin
  const isDevice = device !== undefined && trusted.includes(device)
  const asker = isDevice ? device : network
  // An agent who asks in a session is known from any address.
  const isSignedIn = purpose === 'change' || purpose === 'passkey'
  const isKnown = isDevice || isSignedIn || trusted.includes(network)
  if (purpose === 'log-in')
    return { id: isKnown ? `${asker} log-in` : unknownLogInRequester, isKnown: true, isDevice: true }
  return { id: purpose === 'passkey' ? `${asker} passkey` : asker, isKnown, isDevice }
}

function shareWait({ sends }: HeldFacts, hasPassword: boolean, at: Date, policy: Policy): number {
  const events = sends.filter(send => send.takesShare)
  const wait = longestWait(at, [
    { events, limit: policy.otpSendsFromEverywherePerHour, perMs: hourMs },
    { events, limit: policy.otpSendsFromEverywherePerDay, perMs: dayMs },
  ])
  if (hasPassword) return wait
  // An agent without a password has no known device or address, so the shared limit of a day must not lock the
  // agent out until tomorrow.
  const limit = policy.otpSendsToNewAgentPerHour
  return Math.min(wait, longestWait(at, [{ events, limit, perMs: hourMs }]))
}

function roomWait(live: OtpHandle[], at: Date, policy: Policy): number {
  const [oldest] = live
  if (!oldest || live.length < policy.otpLiveCodesPerPhone) return 0
  return oldest.expiresOn.getTime() - at.getTime()
}
