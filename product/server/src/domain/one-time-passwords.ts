import type { KeyObject } from 'node:crypto'

import type { Language } from '@ekyc/contract/languages'
import { resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { auditEvent } from './audit-trail.ts'
import { decideOtp, latestEndOf, surplus, theBank, type OtpDecision, type OtpWish } from './decide-otp.ts'
import { dayMs, hourMs, secondMs } from './durations.ts'
import { maskMobile } from './mask-mobile.ts'
import { createOneTimeCodes, newHandle, type NewOneTimePassword } from './one-time-code.ts'
import type { OneTimePasswordMessage } from './one-time-password-message.ts'
import { liveCodes, waitOf, type Requester } from './one-time-password-limits.ts'
import { networksIn, requestersOf, type Origin } from './origin.ts'
import type { OtpBudget } from './otp-budget.ts'
import type { Outbox } from './outbox.ts'
import type { Policy } from './policy.ts'
import { Throttled } from './refused.ts'
import type { Agent, Database, OneTimePassword, OneTimePasswordPurpose, Stores } from './stores.ts'

/**
 * 'repeated': the live handle was given again. 'joined': the bank's own code was opened. 'withheld': beyond the share of
 * unknown requesters, a handle that nothing opens. 'over-budget': withheld or throttled by the budget of the whole bank.
 */
export type OneTimePasswordEvent =
  | 'sent'
  | 'repeated'
  | 'joined'
  | 'withheld'
  | 'over-budget'
  | 'throttled'
  | 'right'
  | 'wrong'
  | 'spent'
  | 'expired'

export type Guess =
  | { outcome: 'right'; purpose: OneTimePasswordPurpose }
  /** details: the live handle with the tries that are left, if there is one */
  | { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }

type Wish = OtpWish & {
  mobile: string
  agent: Agent | undefined
  origin: Origin
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
    guess: {
      mobile: string
      agent: Agent | undefined
      /** A code of another purpose is wrong. */
      purposes: OneTimePasswordPurpose[]
      refId: string
      code: string
      origin: Origin
    },
  ): Promise<Guess>
}

export function createOneTimePasswords(options: {
  /** Keys of the stored hashes: the first makes new ones, all of them verify. */
  keys: readonly [KeyObject, ...KeyObject[]]
  outbox: Pick<Outbox, 'putSms' | 'putDecoy'>
  budget: Pick<OtpBudget, 'count' | 'waitOf'>
  message: OneTimePasswordMessage
  policy: Policy
  now: () => Date
  onEvent: (event: OneTimePasswordEvent) => void
}): OneTimePasswords {
  const { outbox, budget, message, policy, now, onEvent } = options
  const oneTimeCodes = createOneTimeCodes(options)

  return {
    async request(stores, wish) {
      const { mobile, agent, origin } = wish
      const at = now()
      const bankWaitMs = Math.max(budget.waitOf('sent', at), budget.waitOf('wrong', at))
      const held = { ...(await hold(stores, wish, at)), bankWaitMs }
      const decision = decideOtp(held, wish, at, policy)
      switch (decision.kind) {
        case 'throttle':
          onEvent(decision.isOverBudget ? 'over-budget' : 'throttled')
          throw new Throttled('too_many_otps', decision.waitMs / secondMs)
        case 'repeat':
          onEvent('repeated')
          return details(decision.code, at)
        case 'join':
          return join(stores, decision.code, decision.requester, at)
      }
      const { requester, takesShare, countsForNetwork } = decision
      const isSent = decision.kind === 'send' && agent !== undefined
      if (decision.kind === 'send') await makeUseless(stores, decision.ends)
      const live = liveCodes(held.codes, at, latestEndOf(at, policy))
      const { code, handle } = oneTimeCodes.make({ ...wish, requester, isSent, at, live })
      await Promise.all([
        stores.oneTimePasswords.put(handle),
        stores.oneTimePasswords.recordSend({ mobile, requester: requester.id, at, takesShare }),
        ...(countsForNetwork ? networksIn(origin) : []).map(address =>
          stores.oneTimePasswords.markPhone({ address, mobile, at }),
        ),
        sendSms(stores, isSent ? agent : undefined, code, handle, wish.language),
        append(stores, wish, 'password.send-otp', wish.purpose, isSent ? 'done' : 'withheld'),
      ])
      if (isSent && !requester.isKnown) budget.count('sent', at)
      onEvent(outcomeOf(decision))
      return details(handle, at)
    },

    async sendByBank(stores, agent) {
      const at = now()
      const { mobile } = agent
      const { codes } = await hold(stores, { mobile }, at)
      await stores.oneTimePasswords.endCodesOf(mobile, theBank.id)
      const live = liveCodes(codes, at, latestEndOf(at, policy)).filter(code => code.requester !== theBank.id)
      await makeUseless(stores, surplus(live, policy))
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
      const latestEnd = latestEndOf(at, policy)
      return database.transaction(async stores => {
        const { code, isTried, wrongOnes, wrongOfWiderNetwork } = await stores.oneTimePasswords.takeTry({
          mobile,
          refId,
          requester,
          widerNetwork: origin.widerNetwork,
          at,
          latestEnd,
          hourAgo: new Date(at.getTime() - hourMs),
        })
        const ownWait = Math.max(
          waitOf(wrongOnes, policy.wrongOtpsPerHour, hourMs, at),
          origin.device === undefined
            ? waitOf(wrongOfWiderNetwork, policy.wrongOtpsPerHour * policy.widerNetworkFold, hourMs, at)
            : 0,
        )
        const isUnknown = origin.device === undefined && code?.isKnown !== true
        const bankWait = isUnknown ? budget.waitOf('wrong', at) : 0
        const wait = Math.max(ownWait, bankWait)
        if (wait > 0) {
          onEvent(bankWait > 0 ? 'over-budget' : 'throttled')
          throw new Throttled('too_many_wrong_otps', wait / secondMs)
        }
        const isMeant = code !== undefined && guess.purposes.includes(code.purpose)
        if (isMeant && isTried && oneTimeCodes.matches(code, guess.code)) {
          onEvent('right')
          return { outcome: 'right', purpose: code.purpose }
        }
        const outcome = !code || isTried ? 'wrong' : whyOver(code, at, latestEnd)
        onEvent(outcome)
        if (isUnknown && isTried && code?.codeHash) budget.count('wrong', at)
        await Promise.all([
          ...(origin.device === undefined ? networksIn(origin) : [requester]).map(one =>
            stores.oneTimePasswords.markWrong({ requester: one, at }),
          ),
          outcome === 'expired' && stores.oneTimePasswords.endIfOver(mobile, at),
          append(stores, guess, 'password.check-otp', code?.purpose ?? 'unknown handle', outcome),
        ])
        return { outcome, ...(code && isTried && { details: details(code, at) }) }
      })
    },
  }

  /** Gives the requester a handle of the bank's code, with tries of its own. */
  async function join(
    stores: Stores,
    byBank: OneTimePassword,
    requester: Requester,
    at: Date,
  ): Promise<OtpDetails> {
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
      widerNetwork: origin?.widerNetwork ?? '',
      requesters: origin ? requestersOf(origin) : [],
      at,
      dayAgo: new Date(at.getTime() - dayMs),
      hourAgo: new Date(at.getTime() - hourMs),
    })
  }

  async function makeUseless(
    stores: Pick<Stores, 'oneTimePasswords'>,
    code: OneTimePassword | undefined,
  ): Promise<void> {
    if (code) await stores.oneTimePasswords.makeUseless(code.mobile, code.codeId)
  }

  /** Without an agent the same work is done, and nothing is sent. */
  function sendSms(
    stores: Pick<Stores, 'outbox'>,
    agent: Agent | undefined,
    code: string,
    {
      mobile: to,
      purpose,
      mark,
      expiresOn,
    }: Pick<OneTimePassword, 'mobile' | 'purpose' | 'mark' | 'expiresOn'>,
    language?: Language,
  ): Promise<void> {
    const minutes = policy.otpLifeMinutes
    const body = { to, ...message.write({ purpose, code, mark, minutes, language }) }
    if (!agent) return outbox.putDecoy(stores, { body, expiresOn })
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
      ...(message.hasMark(code.purpose) && { mark: code.mark }),
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

function outcomeOf(decision: Extract<OtpDecision, { kind: 'send' | 'withhold' }>): OneTimePasswordEvent {
  if (decision.kind === 'send') return 'sent'
  return decision.isOverBudget ? 'over-budget' : 'withheld'
}

function whyOver(code: OneTimePassword, at: Date, latestEnd: Date): 'spent' | 'expired' {
  const isOver = code.expiresOn <= at || code.expiresOn > latestEnd
  return isOver && !code.usedOn ? 'expired' : 'spent'
}
