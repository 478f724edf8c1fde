import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

import { otpLength, resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { clockSkewMs } from './clock-skew.ts'
import { dayMs, hourMs, minuteMs, secondMs } from './durations.ts'
import { maskMobile } from './mask-mobile.ts'
import type { OneTimePasswordMessage } from './one-time-password-message.ts'
import type { Origin } from './origin.ts'
import type { Outbox } from './outbox.ts'
import type { Policy } from './policy.ts'
import { Throttled } from './refused.ts'
import type { Agent, OneTimePassword, OneTimePasswordPurpose, Stores } from './stores.ts'

export type OneTimePasswords = {
  /**
   * Sends a one-time password to the phone, or returns the handle of one sent within the resend wait. An unknown phone
   * gets the same answers and quotas, and no SMS.
   * @throws Throttled when a quota is used up
   */
  request(
    stores: Stores,
    wish: { mobile: string; agent: Agent | undefined; purpose: OneTimePasswordPurpose; origin: Origin },
  ): Promise<OtpDetails>
  /** Counts a try, then compares. @returns the purpose of the one-time password, or undefined for a wrong code */
  check(
    stores: Stores,
    guess: { mobile: string; refId: string; code: string },
  ): Promise<OneTimePasswordPurpose | undefined>
}

export function createOneTimePasswords(options: {
  /** Keys of the stored hashes: the first makes new ones, all of them verify. */
  keys: readonly [Buffer, ...Buffer[]]
  outbox: Outbox
  message: OneTimePasswordMessage
  policy: Policy
  now: () => Date
}): OneTimePasswords {
  const { keys, outbox, message, policy, now } = options
  const lifeMs = policy.otpLifeMinutes * minuteMs
  /** Quotas per address and phone, and per phone from all addresses together. */
  const quotas = [
    {
      perMs: hourMs,
      fromAddress: policy.otpSendsPerHour,
      fromEverywhere: policy.otpSendsFromEverywherePerHour,
    },
    { perMs: dayMs, fromAddress: policy.otpSendsPerDay, fromEverywhere: policy.otpSendsFromEverywherePerDay },
  ]
  const hash = (key: Buffer, code: string, refId: string, mobile: string): Buffer =>
    createHmac('sha256', key).update(`one-time-password\0${mobile}\0${refId}\0${code}`).digest()

  return {
    async request(stores, { mobile, agent, purpose, origin }) {
      const at = now()
      const last = await stores.oneTimePasswords.findForUpdate(mobile)
      if (last && Math.abs(at.getTime() - last.sentOn.getTime()) < resendWaitSeconds * secondMs)
        return details(last, at)

      await keepQuotas(stores, mobile, origin.network, at)
      const refId = randomBytes(16).toString('base64url')
      const code = String(randomInt(10 ** otpLength)).padStart(otpLength, '0')
      const next: OneTimePassword = {
        mobile,
        refId,
        purpose,
        codeHash: agent ? hash(keys[0], code, refId, mobile) : null,
        sentOn: at,
        expiresOn: new Date(at.getTime() + lifeMs),
        triesLeft: policy.otpTries,
      }
      await Promise.all([
        stores.oneTimePasswords.put(next),
        stores.oneTimePasswords.recordSend({ mobile, address: origin.network, at }),
        agent &&
          outbox.putSms(stores, {
            agentId: agent.id,
            body: { to: mobile, ...message(code, policy.otpLifeMinutes) },
            expiresOn: next.expiresOn,
          }),
      ])
      return details(next, at)
    },

    async check(stores, { mobile, refId, code }) {
      const at = now()
      const live = await stores.oneTimePasswords.takeTry(mobile, refId, {
        at,
        latestEnd: new Date(at.getTime() + lifeMs + clockSkewMs),
      })
      if (!live) await stores.oneTimePasswords.endIfOver(mobile, at)
      const expected = live?.codeHash ?? Buffer.alloc(32)
      const matches = keys
        .map(key => timingSafeEqual(expected, hash(key, code, refId, mobile)))
        .includes(true)
      return live?.codeHash && matches ? live.purpose : undefined
    },
  }

  async function keepQuotas(stores: Stores, mobile: string, address: string, at: Date): Promise<void> {
    const sends = await stores.oneTimePasswords.sendsSince(mobile, new Date(at.getTime() - dayMs))
    for (const quota of quotas) {
      const since = at.getTime() - quota.perMs
      const recent = sends.filter(send => send.sentOn.getTime() > since)
      const here = recent.filter(send => send.address === address)
      const spent =
        here.length >= quota.fromAddress ? here : recent.length >= quota.fromEverywhere ? recent : undefined
      if (!spent) continue
      const oldest = Math.min(...spent.map(send => send.sentOn.getTime()))
      throw new Throttled('too_many_otps', (oldest - since) / secondMs)
    }
  }
}

function details(oneTimePassword: OneTimePassword, at: Date): OtpDetails {
  const sinceSent = Math.floor((at.getTime() - oneTimePassword.sentOn.getTime()) / secondMs)
  return {
    otpRefId: oneTimePassword.refId,
    expiresOn: oneTimePassword.expiresOn.toISOString(),
    resendAfter: Math.min(resendWaitSeconds, Math.max(0, resendWaitSeconds - sinceSent)),
    triesLeft: oneTimePassword.triesLeft,
    sentTo: maskMobile(oneTimePassword.mobile),
  }
}
