import { expect, test } from 'vitest'

import { cipherIv, cipherKey } from './password-cipher.ts'
import { isMobile, isOneTimePassword, isPassword } from './rules.ts'

test('a mobile number is ten ASCII digits, a one-time password six', () => {
  expect(isMobile('9000000001')).toBe(true)
  for (const wrong of ['900000000', '90000000011', '900000000x', ' 9000000001', '９000000001', ''])
    expect(isMobile(wrong)).toBe(false)
  expect([isOneTimePassword('012345'), isOneTimePassword('12345'), isOneTimePassword('12345a')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['Agent@2026', true],
  ['aA1@aA1@', true],
  ['aA1!=+&^%$#@', true],
  ['aA1@aA1', false],
  ['agent@2026', false],
  ['AGENT@2026', false],
  ['Agent@twenty', false],
  ['Agent2026', false],
  ['Agent@2026 ', false],
  ['Agent*2026@', false],
  [`Aa1@${'x'.repeat(60)}`, true],
  [`Aa1@${'x'.repeat(61)}`, false],
])('[OTP-4] %j is a password: %s', (text, holds) => {
  expect(isPassword(text)).toBe(holds)
})

test('[LOG-5] key and IV of the password cipher', () => {
  expect(cipherKey('9000000001')).toBe('9000000001000000')
  expect(cipherKey('12345678901234567890')).toBe('1234567890123456')
  expect(cipherIv('2026-11-21')).toBe('2026112120261121')
})
