import { latestTime } from '../clock-skew.ts'
import { dayMs, hourMs } from '../durations.ts'
import type { Policy } from '../policy.ts'
import type { OneTimePassword, OneTimePasswordSend } from './sign-in-stores.ts'

/**
 * The device or address that asks for a one-time password. A requester is known if the phone has logged in from there
 * before, or is signed in from there now.
 */
export type Requester = { id: string; isKnown: boolean; isDevice: boolean }

/**
 * Returns the milliseconds until the requester may ask for a code for the phone again. The result depends on the
 * requester alone and reveals nothing about the phone.
 */
export function ownWait(
  requester: Requester,
  held: { sends: OneTimePasswordSend[]; otherPhones: Date[]; phonesOfWiderNetwork: Date[] },
  at: Date,
  policy: Policy,
): number {
  const own = held.sends.filter(send => send.requester === requester.id).map(send => send.sentOn)
  return Math.max(
    waitOf(own, policy.otpSendsPerHour, hourMs, at),
    waitOf(own, policy.otpSendsPerDay, dayMs, at),
    requester.isDevice ? 0 : phonesWait(held, at, policy),
  )
}

function phonesWait(
  { otherPhones, phonesOfWiderNetwork }: { otherPhones: Date[]; phonesOfWiderNetwork: Date[] },
  at: Date,
  policy: Policy,
): number {
  const { otpPhonesPerAddressPerHour: limit, widerNetworkFold } = policy
  return Math.max(
    waitOf(otherPhones, limit, hourMs, at),
    waitOf(phonesOfWiderNetwork, limit * widerNetworkFold, hourMs, at),
  )
}

/** Returns the milliseconds until the limit that all unknown requesters share allows another send to the phone. */
export function shareWait(
  sends: OneTimePasswordSend[],
  hasPassword: boolean,
  at: Date,
  policy: Policy,
): number {
  const shared = sends.filter(send => send.takesShare).map(send => send.sentOn)
  const wait = Math.max(
    waitOf(shared, policy.otpSendsFromEverywherePerHour, hourMs, at),
    waitOf(shared, policy.otpSendsFromEverywherePerDay, dayMs, at),
  )
  // An agent without a password has no known device or address, so the shared limit of a day must not lock the
  // agent out until tomorrow.
  return hasPassword ? wait : Math.min(wait, waitOf(shared, policy.otpSendsToNewAgentPerHour, hourMs, at))
}

/** Returns the milliseconds until the phone has room for an unknown requester's code, or 0 if it has room now. */
export function roomWait(live: OneTimePassword[], at: Date, policy: Policy): number {
  const [oldest] = live
  if (!oldest || live.length < policy.otpLiveCodesPerPhone) return 0
  return oldest.expiresOn.getTime() - at.getTime()
}

/**
 * Lists the codes of a phone that are still usable, oldest first.
 * @param latestEnd the latest expiry of a code sent now
 */
export function liveCodes(codes: OneTimePassword[], at: Date, latestEnd: Date): OneTimePassword[] {
  return codes
    .filter(({ codeHash, usedOn, triesLeft }) => codeHash && !usedOn && triesLeft > 0)
    .filter(({ expiresOn }) => expiresOn > at && expiresOn <= latestEnd)
    .toSorted((a, b) => a.sentOn.getTime() - b.sentOn.getTime())
    .filter(({ codeId }, index, all) => all.findIndex(first => first.codeId === codeId) === index)
}

/** Returns the milliseconds until the last `perMs` contain fewer than `limit` of the times, or 0 if they already do. */
export function waitOf(times: Date[], limit: number, perMs: number, at: Date): number {
  const since = at.getTime() - perMs
  const latest = latestTime(at).getTime()
  const recent = times.map(time => time.getTime()).filter(time => time > since && time <= latest)
  const last = recent.toSorted((a, b) => b - a)[limit - 1]
  return last === undefined ? 0 : last - since
}
