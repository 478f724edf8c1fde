import { createHmac, randomBytes, randomInt, timingSafeEqual, type KeyObject } from 'node:crypto'

import { otpLength } from '@ekyc/contract/limits'

import { minuteMs } from './durations.ts'
import type { Requester } from './one-time-password-limits.ts'
import type { Policy } from './policy.ts'
import type { OneTimePassword, OneTimePasswordPurpose } from './stores.ts'

export type NewOneTimePassword = Omit<OneTimePassword, 'usedOn'>

/** Makes the digits of one-time passwords, and compares typed ones by a keyed hash. */
export type OneTimeCodes = {
  /** @param of.isSent false makes a handle without a code, which no guess opens */
  make(of: {
    mobile: string
    requester: Requester
    purpose: OneTimePasswordPurpose
    isSent: boolean
    at: Date
    /** The mark differs from theirs. */
    live: OneTimePassword[]
  }): { code: string; handle: NewOneTimePassword }
  matches(handle: OneTimePassword, typed: string): boolean
}

export function createOneTimeCodes(options: {
  /** Keys of the stored hashes: the first makes new ones, all of them verify. */
  keys: readonly [KeyObject, ...KeyObject[]]
  policy: Policy
}): OneTimeCodes {
  const { keys, policy } = options
  const hash = (
    key: KeyObject,
    code: string,
    { codeId, mobile }: { codeId: string; mobile: string },
  ): Buffer => createHmac('sha256', key).update(`one-time-password\0${mobile}\0${codeId}\0${code}`).digest()

  return {
    make({ mobile, requester, purpose, isSent, at, live }) {
      const code = digits(otpLength)
      const codeId = newHandle()
      let mark = digits(2)
      while (live.some(other => other.mark === mark)) mark = digits(2)
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
        expiresOn: new Date(at.getTime() + policy.otpLifeMinutes * minuteMs),
        triesLeft: policy.otpTries,
      }
      return { code, handle }
    },

    matches(handle, typed) {
      const expected = handle.codeHash ?? Buffer.alloc(32)
      const isRight = keys.map(key => timingSafeEqual(expected, hash(key, typed, handle))).includes(true)
      return isRight && handle.codeHash !== null
    },
  }
}

/** A handle has 128 random bits, too many to guess. */
export function newHandle(): string {
  return randomBytes(16).toString('base64url')
}

function digits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}
