import { createHmac, randomBytes, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto'

import type { Language } from '@ekyc/contract/languages'
import { otpLength, resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { minuteMs, secondMs } from '../durations.ts'
import { maskMobile } from '../agents/mask-mobile.ts'
import type { Requester } from './one-time-password-limits.ts'
import type { OneTimePasswordMessage } from './one-time-password-message.ts'
import type { Policy } from '../policy.ts'
import type { OutboxBody } from '../messages/put-in-outbox.ts'
import type { OneTimePassword, OneTimePasswordPurpose } from './sign-in-stores.ts'

export type OtpSettings = {
  keys: readonly [KeyObject, ...KeyObject[]]
  message: OneTimePasswordMessage
  policy: Policy
}

type NewOneTimePassword = Omit<OneTimePassword, 'usedOn'>

/** Makes one-time passwords, and compares typed ones with the stored keyed hashes. */
export type OneTimeCodes = {
  /**
   * @param of.isSent false to make a handle without a code, which no guess opens
   * @returns the handle, and the SMS, which alone contains the digits
   */
  make(of: {
    mobile: string
    requester: Requester
    purpose: OneTimePasswordPurpose
    isSent: boolean
    at: Date
    /** The phone's live codes. The mark of the new code differs from their marks. */
    live: OneTimePassword[]
    language?: Language | undefined
  }): { handle: NewOneTimePassword; sms: { body: OutboxBody['sms']; expiresOn: Date } }
  /** Returns a new handle for a code that exists already. The handle has its own tries. */
  join(code: OneTimePassword, requester: Requester, at: Date): NewOneTimePassword
  matches(handle: OneTimePassword, typed: string): boolean
  details(handle: NewOneTimePassword, at: Date): OtpDetails
}

export function createOneTimeCodes({ keys, message, policy }: OtpSettings): OneTimeCodes {
  const hash = (
    key: KeyObject,
    code: string,
    { codeId, mobile }: { codeId: string; mobile: string },
  ): Buffer => createHmac('sha256', key).update(`one-time-password\0${mobile}\0${codeId}\0${code}`).digest()

  return {
    make({ mobile, requester, purpose, isSent, at, live, language }) {
      const code = digits(otpLength)
      const codeId = newHandle()
      let mark = digits(2)
      while (live.some(other => other.mark === mark)) mark = digits(2)
      const minutes = policy.otpLifeMinutes
      const expiresOn = new Date(at.getTime() + minutes * minuteMs)
      const handle = {
        mobile,
        requester: requester.id,
        refId: newHandle(),
        codeId,
        purpose,
        codeHash: isSent ? hash(keys[0], code, { codeId, mobile }) : null,
        mark,
        isKnown: requester.isKnown,
        sentOn: at,
        expiresOn,
        triesLeft: policy.otpTries,
      }
      const body = { to: mobile, ...message.write({ purpose, code, mark, minutes, language }) }
      return { handle, sms: { body, expiresOn } }
    },

    join: (code, { id: requester }, at) => ({
      ...code,
      requester,
      refId: newHandle(),
      sentOn: at,
      triesLeft: policy.otpTries,
    }),

    matches(handle, typed) {
      const expected = handle.codeHash ?? Buffer.alloc(32)
      const isRight = keys.map(key => timingSafeEqual(expected, hash(key, typed, handle))).includes(true)
      return isRight && handle.codeHash !== null
    },

    details({ refId, expiresOn, sentOn, triesLeft, mobile, purpose, mark }, at) {
      const sinceSent = Math.floor((at.getTime() - sentOn.getTime()) / secondMs)
      return {
        otpRefId: refId,
        expiresOn: expiresOn.toISOString(),
        resendAfter: Math.min(resendWaitSeconds, Math.max(0, resendWaitSeconds - sinceSent)),
        triesLeft,
        sentTo: maskMobile(mobile),
        ...(message.hasMark(purpose) && { mark }),
      }
    },
  }
}

function newHandle(): string {
  return randomBytes(16).toString('base64url')
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}
