import { expect, test } from 'vitest'

import { denials, refusals, responseCodes, throttles, verdictCode, verdictText } from './refusals.ts'
import { signInTexts } from './texts.ts'

test('every code is in lower case with underscores and in one table only', () => {
  for (const code of responseCodes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  expect(new Set(responseCodes).size).toBe(responseCodes.length)
})

test('each code of product.md has its text to the letter', () => {
  expect(refusals.wrong_password).toBe(signInTexts.passwordIncorrect)
  expect(refusals.wrong_otp).toBe('Please enter correct otp')
  expect(denials.unauthorized).toBe('Unauthorized')
})

test('a wait is given in seconds below a minute and in whole minutes above', () => {
  expect(throttles.too_many_wrong_passwords(30)).toBe(
    'Too many wrong passwords. Please try again in 30 seconds.',
  )
  expect(throttles.too_many_wrong_passwords(61)).toContain('in 2 minutes.')
})

test('a refusal of the authority has the code and text of its situation', () => {
  expect(verdictCode('authentication', '300')).toBe('fingerprint_not_matched')
  expect(verdictText('authentication', '300')).toBe('The fingerprint did not match. (300)')
  expect(verdictCode('kyc', '300')).toBe('authority_unknown_code')
})
