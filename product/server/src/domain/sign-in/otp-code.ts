import { randomBytes, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto'

import type { Branding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'
import { otpLength, resendWaitSeconds } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { maskMobile } from '../agents/agents.ts'
import { minuteMs, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import type { OutboxBody } from '../messages/outbox.ts'
import { keyedHash } from '../secrets.ts'
import { bankSmsText, writeSms, type SmsContent } from '../messages/sms-texts.ts'
import type { OtpHandle, OtpPurpose, Requester } from './decide-otp.ts'

type NewHandle = Omit<OtpHandle, 'usedOn'>

/**
 * Makes a one-time password, whose digits are in the SMS alone.
 * @param of.isSent false to make a handle without a code, which no guess opens
 */
export function makeOtp(
  context: Context,
  of: {
    mobile: string
    requester: Requester
    purpose: OtpPurpose
    isSent: boolean
    at: Date
    live: OtpHandle[]
    language?: Language | undefined
  },
): { handle: NewHandle; sms: { body: OutboxBody['sms']; expiresOn: Date } } {
  const { otpKeys, policy } = context
  const { mobile, requester, purpose, isSent, at, live } = of
  const code = digits(otpLength)
  const codeId = newId()
  let mark = digits(2)
  while (live.some(other => other.mark === mark)) mark = digits(2)
  const expiresOn = new Date(at.getTime() + policy.otpLifeMinutes * minuteMs)
  const handle = {
    mobile,
    requester: requester.id,
    refId: newId(),
    codeId,
    purpose,
    codeHash: isSent ? hashOf(otpKeys[0], code, { codeId, mobile }) : null,
    mark,
    isKnown: requester.isKnown,
    sentOn: at,
    expiresOn,
    triesLeft: policy.otpTries,
  }
  const text = writeOtpSms(context, { ...of, code, mark, minutes: policy.otpLifeMinutes })
  return { handle, sms: { body: { to: mobile, ...text }, expiresOn } }
}

/** The new handle of a code that exists already has its own tries. */
export function addOtpHandle(
  { policy }: Context,
  code: OtpHandle,
  requester: Requester,
  at: Date,
): NewHandle {
  return { ...code, requester: requester.id, refId: newId(), sentOn: at, triesLeft: policy.otpTries }
}

export function otpMatches({ otpKeys }: Context, handle: OtpHandle, typed: string): boolean {
  const expected = handle.codeHash ?? Buffer.alloc(32)
  const isRight = otpKeys.map(key => timingSafeEqual(expected, hashOf(key, typed, handle))).includes(true)
  return isRight && handle.codeHash !== null
}

export function detailsOfOtp(
  { branding }: Context,
  { refId, expiresOn, sentOn, triesLeft, mobile, purpose, mark }: NewHandle,
  at: Date,
): OtpDetails {
  const sinceSent = Math.floor((at.getTime() - sentOn.getTime()) / secondMs)
  return {
    otpRefId: refId,
    expiresOn: expiresOn.toISOString(),
    resendAfter: Math.min(resendWaitSeconds, Math.max(0, resendWaitSeconds - sinceSent)),
    triesLeft,
    sentTo: maskMobile(mobile),
    // If the bank's text has no mark, the screen shows none.
    ...(textOf(branding.sms, purpose, undefined).text.includes('{mark}') && { mark }),
  }
}

const rest =
  "for {bankName}'s eKYC portal. Its mark is {mark}. It is valid for {minutes} minutes. Tell it to nobody."
const plainTexts = {
  newPassword: `{otp} sets a new password ${rest}`,
  newPasskey: `{otp} adds a passkey ${rest}`,
  logIn: `{otp} confirms a log-in with your password ${rest}`,
}

const textNames: Record<OtpPurpose, keyof typeof plainTexts> = {
  'first-time': 'newPassword',
  reset: 'newPassword',
  change: 'newPassword',
  passkey: 'newPasskey',
  'log-in': 'logIn',
}

/** Writes the SMS of a one-time password, by the bank's text if it has one, in the agent's language if that has one. */
export function writeOtpSms(
  {
    branding: { bankName, productName, sms },
    portalOrigin,
  }: { branding: Pick<Branding, 'bankName' | 'productName' | 'sms'>; portalOrigin: string | undefined },
  about: {
    purpose: OtpPurpose
    code: string
    mark: string
    minutes: number
    language?: Language | undefined
  },
): SmsContent {
  const { purpose, code, mark, minutes, language } = about
  const places = { otp: code, mark, minutes: String(minutes), bankName, productName }
  const { text, ...registered } = writeSms(sms, textOf(sms, purpose, language), places)
  // The last line binds the code to the portal's address, so that a browser fills it in on no other site (WebOTP).
  const bound = portalOrigin ? `\n\n@${new URL(portalOrigin).hostname} #${code}` : ''
  return { text: text + bound, ...registered }
}

/** A bank that has registered only one text uses it for all purposes. */
function textOf(sms: Branding['sms'], purpose: OtpPurpose, language: Language | undefined) {
  const name = textNames[purpose]
  const own = bankSmsText(sms, name, language)
  if (own || !sms) return own ?? { text: plainTexts[name] }
  const translated = language && sms.translations?.[language]
  return { text: translated?.oneTimePassword ?? sms.oneTimePassword, templateId: translated?.templateId }
}

function hashOf(
  key: KeyObject,
  code: string,
  { codeId, mobile }: Pick<OtpHandle, 'codeId' | 'mobile'>,
): Buffer {
  return keyedHash(key, `one-time-password\0${mobile}\0${codeId}\0${code}`)
}

function newId(): string {
  return randomBytes(16).toString('base64url')
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}
