import type { KeyObject } from 'node:crypto'

import type { Language } from '@ekyc/contract/languages'
import { resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { auditEvent } from './audit-trail.ts'
import { clockSkewMs } from './clock-skew.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './durations.ts'
import { maskMobile } from './mask-mobile.ts'
import { createOneTimeCodes, newHandle, type NewOneTimePassword } from './one-time-code.ts'
import type { OneTimePasswordMessage } from './one-time-password-message.ts'
import {
  liveCodes,
  ownWait,
  roomWait,
  shareWait,
  waitOf,
  type Requester,
} from './one-time-password-limits.ts'
import { requestersOf, type Origin } from './origin.ts'
import type { Outbox } from './outbox.ts'
import type { Policy } from './policy.ts'
import { Throttled } from './refused.ts'
import type { Agent, Database, OneTimePassword, OneTimePasswordPurpose, Stores } from './stores.ts'

/**
 * 'repeated': the live handle was given again. 'joined': the bank's own code was opened. 'withheld': beyond the share of
 * unknown requesters, a handle that nothing opens.
 */
export type OneTimePasswordEvent =
  'sent' | 'repeated' | 'joined' | 'withheld' | 'throttled' | 'right' | 'wrong' | 'spent' | 'expired'

export type Guess =
  | { outcome: 'right'; purpose: OneTimePasswordPurpose }
  /** details: the live handle with the tries that are left, if there is one */
  | { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }

type Wish = {
  mobile: string
  agent: Agent | undefined
  purpose: OneTimePasswordPurpose
  origin: Origin
  /** The agent asks in a session, and so is known wherever the call comes from. */
  isSignedIn: boolean
  /** Of the SMS. */
  language?: Language
}

export type OneTimePasswords = {
  /**
   * Sends a one-time password to the phone, or returns the requester's handle of one sent within the resend wait. An
   * unknown phone gets the same answers and limits, and no SMS.
   * @throws Throttled when the requester has asked too often
   */
  request(stores: Stores, wish: Wish): Promise<OtpDetails>
  /** Sends a code of the bank's own, which the next request of any requester opens. */
  sendByBank(stores: Pick<Stores, 'oneTimePasswords' | 'outbox'>, agent: Agent): Promise<void>
  /**
   * Counts a try, then compares.
   * @throws Throttled when the requester has given too many wrong codes
   */
  check(
    database: Database,
    guess: { mobile: string; agent: Agent | undefined; refId: string; code: string; origin: Origin },
  ): Promise<Guess>
}

/** The requester of the bank's own code. */
const theBank: Requester = { id: 'bank', isKnown: true, isDevice: false }

export function createOneTimePasswords(options: {
  /** Keys of the stored hashes: the first makes new ones, all of them verify. */
  keys: readonly [KeyObject, ...KeyObject[]]
  outbox: Pick<Outbox, 'putSms'>
  message: OneTimePasswordMessage
  policy: Policy
  now: () => Date
  onEvent: (event: OneTimePasswordEvent) => void
}): OneTimePasswords {
  const { outbox, message, policy, now, onEvent } = options
  const oneTimeCodes = createOneTimeCodes(options)
  const latestEndOf = (at: Date) => new Date(at.getTime() + policy.otpLifeMinutes * minuteMs + clockSkewMs)

  return {
    async request(stores, wish) {
      const { mobile, agent, origin } = wish
      const at = now()
      const held = await hold(stores, wish, at)
      const requester = requesterOf(wish, held.trusted)
      const own = held.codes.find(code => code.requester === requester.id)
      const live = liveCodes(held.codes, at, latestEndOf(at))

      const byBank = live.find(code => code.requester === theBank.id)
      if (byBank && !requester.isKnown) return join(stores, byBank, requester, own, at)
      if (own && isRecent(own, at) && (own.codeHash || !requester.isKnown)) {
        onEvent('repeated')
        return details(own, at)
      }
      throttle(ownWait(requester, held, at, policy))

      const others = live.filter(code => code.codeId !== own?.codeId)
      const hasPassword = agent?.passwordHash !== null
      const wait = requester.isKnown
        ? 0
        : Math.max(shareWait(held.sends, hasPassword, at, policy), roomWait(others, at, policy))
      // user/check tells a phone without a password from others anyway, so its agent may know how long to wait.
      if (!hasPassword) throttle(wait)
      const isShared = !requester.isKnown && wait === 0
      const isSent = agent !== undefined && wait === 0
      if (isSent) await makeRoom(stores, others)

      const { code, handle } = oneTimeCodes.make({ ...wish, requester, isSent, at, live })
      await Promise.all([
        stores.oneTimePasswords.put(handle),
        stores.oneTimePasswords.recordSend({ mobile, requester: requester.id, at, takesShare: isShared }),
        requester.isDevice || stores.oneTimePasswords.markPhone({ address: origin.network, mobile, at }),
        isSent && sendSms(stores, agent, code, handle, wish.language),
        append(stores, wish, 'password.send-otp', wish.purpose, isSent ? 'done' : 'withheld'),
      ])
      onEvent(isSent ? 'sent' : 'withheld')
      return details(handle, at)
    },

    async sendByBank(stores, agent) {
      const at = now()
      const { mobile } = agent
      const { codes } = await hold(stores, { mobile }, at)
      await stores.oneTimePasswords.endCodesOf(mobile, theBank.id)
      const live = liveCodes(codes, at, latestEndOf(at)).filter(code => code.requester !== theBank.id)
      await makeRoom(stores, live)
      const purpose = agent.passwordHash === null ? 'first-time' : 'reset'
      const { code, handle } = oneTimeCodes.make({
        mobile,
        requester: theBank,
        purpose,
        isSent: true,
        at,
        live,
      })
      await stores.oneTimePasswords.put(handle)
      await sendSms(stores, agent, code, handle)
    },

    async check(database, guess) {
      const { mobile, refId, origin } = guess
      const requester = origin.device ?? origin.network
      const at = now()
      const latestEnd = latestEndOf(at)
      return database.transaction(async stores => {
        const { code, isTried, wrongOnes } = await stores.oneTimePasswords.takeTry({
          mobile,
          refId,
          requester,
          at,
          latestEnd,
          hourAgo: new Date(at.getTime() - hourMs),
        })
        const wait = waitOf(wrongOnes, policy.wrongOtpsPerHour, hourMs, at)
        if (wait > 0) {
          onEvent('throttled')
          throw new Throttled('too_many_wrong_otps', wait / secondMs)
        }
        if (code && isTried && oneTimeCodes.matches(code, guess.code)) {
          onEvent('right')
          return { outcome: 'right', purpose: code.purpose }
        }
        const outcome = !code || isTried ? 'wrong' : whyOver(code, at, latestEnd)
        onEvent(outcome)
        await Promise.all([
          stores.oneTimePasswords.markWrong({ requester, at }),
          outcome === 'expired' && stores.oneTimePasswords.endIfOver(mobile, at),
          append(stores, guess, 'password.check-otp', code?.purpose ?? 'unknown handle', outcome),
        ])
        return { outcome, ...(code && isTried && { details: details(code, at) }) }
      })
    },
  }

  function throttle(waitMs: number): void {
    if (waitMs <= 0) return
    onEvent('throttled')
    throw new Throttled('too_many_otps', waitMs / secondMs)
  }

  /** Gives the requester a handle of the bank's code, with tries of its own. */
  async function join(
    stores: Stores,
    byBank: OneTimePassword,
    requester: Requester,
    own: OneTimePassword | undefined,
    at: Date,
  ): Promise<OtpDetails> {
    if (own?.codeId === byBank.codeId) return details(own, at)
    const joined = {
      ...byBank,
      requester: requester.id,
      refId: newHandle(),
      sentOn: at,
      triesLeft: policy.otpTries,
    }
    await stores.oneTimePasswords.put(joined)
    onEvent('joined')
    return details(joined, at)
  }

  function hold(
    stores: Pick<Stores, 'oneTimePasswords'>,
    { mobile, origin }: { mobile: string; origin?: Origin },
    at: Date,
  ) {
    return stores.oneTimePasswords.hold({
      mobile,
      address: origin?.network ?? '',
      requesters: origin ? requestersOf(origin) : [],
      at,
      dayAgo: new Date(at.getTime() - dayMs),
      hourAgo: new Date(at.getTime() - hourMs),
    })
  }

  /** Makes the oldest code useless where the phone has no room for one more: an unknown requester's, if it has one. */
  async function makeRoom(stores: Pick<Stores, 'oneTimePasswords'>, live: OneTimePassword[]): Promise<void> {
    if (live.length < policy.otpLiveCodesPerPhone) return
    const [oldest] = live.toSorted((a, b) => Number(a.isKnown) - Number(b.isKnown))
    if (oldest) await stores.oneTimePasswords.makeUseless(oldest.mobile, oldest.codeId)
  }

  function sendSms(
    stores: Pick<Stores, 'outbox'>,
    agent: Agent,
    code: string,
    { mark, expiresOn }: Pick<OneTimePassword, 'mark' | 'expiresOn'>,
    language?: Language,
  ): Promise<void> {
    const minutes = policy.otpLifeMinutes
    const body = { to: agent.mobile, ...message.write({ code, mark, minutes, language }) }
    return outbox.putSms(stores, { agentId: agent.id, body, expiresOn })
  }

  function details(code: NewOneTimePassword, at: Date): OtpDetails {
    const sinceSent = Math.floor((at.getTime() - code.sentOn.getTime()) / secondMs)
    return {
      otpRefId: code.refId,
      expiresOn: code.expiresOn.toISOString(),
      resendAfter: Math.min(resendWaitSeconds, Math.max(0, resendWaitSeconds - sinceSent)),
      triesLeft: code.triesLeft,
      sentTo: maskMobile(code.mobile),
      ...(message.hasMark && { mark: code.mark }),
    }
  }

  function append(
    stores: Stores,
    { mobile, agent, origin }: Pick<Wish, 'mobile' | 'agent' | 'origin'>,
    action: string,
    subject: string,
    outcome: string,
  ): Promise<void> {
    const actor = { agentId: agent?.id, mobile }
    return stores.audit.append(auditEvent({ at: now(), actor, action, subject, outcome }, origin))
  }
}

function requesterOf({ origin, isSignedIn }: Wish, trusted: string[]): Requester {
  if (origin.device !== undefined && trusted.includes(origin.device))
    return { id: origin.device, isKnown: true, isDevice: true }
  return { id: origin.network, isKnown: isSignedIn || trusted.includes(origin.network), isDevice: false }
}

function whyOver(code: OneTimePassword, at: Date, latestEnd: Date): 'spent' | 'expired' {
  const isOver = code.expiresOn <= at || code.expiresOn > latestEnd
  return isOver && !code.usedOn ? 'expired' : 'spent'
}

function isRecent({ sentOn }: OneTimePassword, at: Date): boolean {
  return Math.abs(at.getTime() - sentOn.getTime()) < resendWaitSeconds * secondMs
}
