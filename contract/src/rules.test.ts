import { expect, test } from 'vitest'

import { cipherIv, cipherKey } from './password-cipher.ts'
import { fromIndiaDateTime, indiaDate, indiaDateTime, indiaMonth, startOfIndiaDay } from './india-time.ts'
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
  [`Aa1@${'x'.repeat(61)}`, false],
])('[OTP-4] %j is a password: %s', (text, holds) => {
  expect(isPassword(text)).toBe(holds)
})

test('[LOG-5] key and IV of the password cipher', () => {
  expect(cipherKey('9000000001')).toBe('9000000001000000')
  expect(cipherIv('2026-11-21')).toBe('2026112120261121')
})

test.each(['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  "[rule 23] India's day turns at 18:30 UTC, also where the host lives in %s",
  zone => {
    const own = process.env['TZ']
    process.env['TZ'] = zone
    try {
      expect(indiaDate(new Date('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31')
      expect(indiaDate(new Date('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01')
      expect(indiaMonth(new Date('2027-02-28T18:30:00.000Z'))).toBe('2027-03')
      expect(startOfIndiaDay('2026-03-01')).toEqual(new Date('2026-02-28T18:30:00.000Z'))
      expect(fromIndiaDateTime('2027-01-01T00:00:05')).toEqual(new Date('2026-12-31T18:30:05.000Z'))
    } finally {
      if (own === undefined) delete process.env['TZ']
      else process.env['TZ'] = own
    }
  },
)

test("India's day begins at 18:30 UTC", () => {
  expect(indiaDate(new Date('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31')
  expect(indiaDate(new Date('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01')
  expect(indiaMonth(new Date('2026-12-31T18:30:00.000Z'))).toBe('2027-01')
  expect(indiaDateTime(new Date('2026-12-31T18:30:05.999Z'))).toBe('2027-01-01T00:00:05')
})

test('days and times that do not exist are undefined', () => {
  expect(startOfIndiaDay('2026-03-01')).toEqual(new Date('2026-02-28T18:30:00.000Z'))
  expect(fromIndiaDateTime('2027-01-01T00:00:05')).toEqual(new Date('2026-12-31T18:30:05.000Z'))
  for (const none of ['2026-02-30', '2026-13-01', '2026-1-1', '', 'today'])
    expect(startOfIndiaDay(none)).toBeUndefined()
  for (const none of ['2026-02-30T00:00:00', '2026-01-01T24:00:00', '2026-01-01 00:00:00'])
    expect(fromIndiaDateTime(none)).toBeUndefined()
})
