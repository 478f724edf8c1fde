import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  countedRefusals,
  denials,
  failuresWithoutVerdict,
  isCodeWithoutVerdict,
  refusals,
  responseCodes,
  throttles,
  verdictCode,
  verdictText,
} from './refusals.ts'
import { signInTexts } from './sign-in-texts.ts'

test('every code is in lower case with underscores and in one table only', () => {
  for (const code of responseCodes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(new Set(responseCodes).size).toBe(responseCodes.length)
})

test('each code of product.md has its text to the letter', () => {
  expect(refusals.wrong_password).toBe(signInTexts.passwordIncorrect)
  expect(refusals.wrong_otp).toBe('Please enter correct otp')
  expect(denials.unauthorized).toBe('Unauthorized')
})

test('a wait of less than a minute is given in seconds, but for another OTP in minutes only', () => {
  expect(throttles.too_many_attempts(59)).toContain('try again in 59 seconds.')
  expect(throttles.too_many_otps(30)).toBe('Too many OTPs were sent. Please try again in 1 minute.')
  expect(throttles.too_many_otps(60.5)).toBe('Too many OTPs were sent. Please try again in 2 minutes.')
})

test('no text names a wait that is shorter than the real one, or longer by a minute', () => {
  const throttle = fc.constantFrom(...Object.values(throttles))
  fc.assert(
    fc.property(throttle, fc.integer({ min: 1, max: 100_000 }), (text, seconds) => {
      const [, count, unit] = / in (\d+) (second|minute)s?\.$/.exec(text(seconds)) ?? []
      const named = Number(count) * (unit === 'minute' ? 60 : 1)
      expect(named).toBeGreaterThanOrEqual(seconds)
      expect(named).toBeLessThan(seconds + 60)
    }),
  )
})

test('a refusal that counts uses the singular for one alone', () => {
  expect(countedRefusals.reference_failed_often(1)).toContain('failed 1 time today')
  expect(countedRefusals.reference_failed_often(5)).toContain('failed 5 times today')
  expect(countedRefusals.order_expired(1)).toContain('older than 1 hour.')
  expect(countedRefusals.order_expired(24)).toContain('older than 24 hours.')
  expect(refusals.capture_stale).toContain('older than 10 minutes.')
})

test('only the failures without a verdict have a code without one', () => {
  for (const code of responseCodes)
    expect(isCodeWithoutVerdict(code)).toBe(Object.keys(failuresWithoutVerdict).includes(code))
  for (const other of [null, '', 'constructor']) expect(isCodeWithoutVerdict(other)).toBe(false)
})

test('a refusal of the authority has the code and text of its situation', () => {
  expect(verdictCode('authentication', '300')).toBe('fingerprint_not_matched')
  expect(verdictText('authentication', '300')).toBe('The fingerprint did not match. (300)')
  expect(verdictCode('kyc', '300')).toBe('authority_unknown_code')
})
