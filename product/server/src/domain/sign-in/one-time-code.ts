import { createHmac, randomBytes, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto'

import type { Language } from '@ekyc/contract/languages'
import { otpLength, resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import type { Context } from '../context.ts'
import { minuteMs, secondMs } from '../durations.ts'
import { maskMobile } from '../agents/mask-mobile.ts'
import type { Requester } from './one-time-password-limits.ts'
import type { OutboxBody } from '../messages/put-in-outbox.ts'
import type { OneTimePassword, OneTimePasswordPurpose } from './sign-in-stores.ts'

type OtpSettings = Pick<Context, 'otpKeys' | 'otpMessage' | 'policy'>

type NewOneTimePassword = Omit<OneTimePassword, 'usedOn'>

/**
 * Makes a one-time password, which the database keeps only as a keyed hash.
 * @param of.isSent false to make a handle without a code, which no guess opens
 * @returns the handle, and the SMS, which alone contains the digits
 */
export function makeOtp(
  { otpKeys, otpMessage, policy }: OtpSettings,
  of: {
    mobile: string
    requester: Requester
    purpose: OneTimePasswordPurpose
    isSent: boolean
    at: Date
    /** The phone's live codes. The mark of the new code differs from their marks. */
    live: OneTimePassword[]
    language?: Language | undefined
  },
): { handle: NewOneTimePassword; sms: { body: OutboxBody['sms']; expiresOn: Date } } {
  const { mobile, requester, purpose, isSent, at, live, language } = of
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
    codeHash: isSent ? hashOf(otpKeys[0], code, { codeId, mobile }) : null,
    mark,
    isKnown: requester.isKnown,
    sentOn: at,
    expiresOn,
    triesLeft: policy.otpTries,
  }
  const body = { to: mobile, ...otpMessage.write({ purpose, code, mark, minutes, language }) }
  return { handle, sms: { body, expiresOn } }
}

/** Returns a new handle for a code that exists already. The handle has its own tries. */
export function joinOtp(
  { policy }: OtpSettings,
  code: OneTimePassword,
  { id: requester }: Requester,
  at: Date,
): NewOneTimePassword {
  return { ...code, requester, refId: newHandle(), sentOn: at, triesLeft: policy.otpTries }
}

export function otpMatches({ otpKeys }: OtpSettings, handle: OneTimePassword, typed: string): boolean {
  const expected = handle.codeHash ?? Buffer.alloc(32)
  const isRight = otpKeys.map(key => timingSafeEqual(expected, hashOf(key, typed, handle))).includes(true)
  return isRight && handle.codeHash !== null
}

export function detailsOfOtp(
  { otpMessage }: OtpSettings,
  { refId, expiresOn, sentOn, triesLeft, mobile, purpose, mark }: NewOneTimePassword,
  at: Date,
): OtpDetails {
  const sinceSent = Math.floor((at.getTime() - sentOn.getTime()) / secondMs)
  return {
    otpRefId: refId,
    expiresOn: expiresOn.toISOString(),
    resendAfter: Math.min(resendWaitSeconds, Math.max(0, resendWaitSeconds - sinceSent)),
    triesLeft,
    sentTo: maskMobile(mobile),
    ...(otpMessage.hasMark(purpose) && { mark }),
  }
}

function hashOf(
  key: KeyObject,
  code: string,
  { codeId, mobile }: Pick<OneTimePassword, 'codeId' | 'mobile'>,
): Buffer {
  return createHmac('sha256', key).update(`one-time-password\0${mobile}\0${codeId}\0${code}`).digest()
}

function newHandle(): string {
  return randomBytes(16).toString('base64url')
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}
