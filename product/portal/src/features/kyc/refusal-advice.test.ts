import {
  callErrors,
  countedRefusals,
  failuresWithoutVerdict,
  fieldErrors,
  overloads,
  refusals,
  type ResponseCode,
} from '@ekyc/contract/refusals'
import { expect, test } from 'vitest'

import '../../testing/english.ts'
import { CallFailed, Refused } from '@ekyc/ui/browser/call-errors.ts'
import { isRefusal, refusalAdvice, refusalBy } from './refusal-advice.ts'

const refusedWith = (code: string, status = 200) => new Refused('', status, { response: { code } })

/** The codes of other calls, of /health/ready, and of requests that the portal never sends. */
const elsewhere: readonly ResponseCode[] = [
  'user_not_verified',
  'password_unreadable',
  'wrong_password',
  'account_needs_otp',
  'token_not_fetched',
  'system_not_supported',
  'second_factor_needed',
  'second_factor_offered',
  'account_locked',
  'wrong_otp',
  'otp_spent',
  'otp_expired',
  'passkey_not_accepted',
  'passkey_not_added',
  'passkeys_not_offered',
  'exception_decided',
  'stopping',
  'database_silent',
  'not_found',
  'method_not_allowed',
  'address_too_long',
  'media_type_unsupported',
  'expectation_failed',
  'headers_too_large',
]

test('[KYC-12] every code of submit and reference check has advice of its own', () => {
  const tables = [refusals, countedRefusals, failuresWithoutVerdict, overloads, fieldErrors, callErrors]
  const codes = tables
    .flatMap(table => Object.keys(table))
    .filter(code => !elsewhere.some(one => one === code))
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter(code => refusalBy(refusedWith(code)) === 'other')).toEqual([])
  for (const code of codes) expect(isRefusal(refusalBy(refusedWith(code)))).toBe(true)
})

test('[KYC-12] without a code the HTTP status and the kind of failure decide', () => {
  expect(refusalBy(new Refused('No', 200))).toBe('other')
  expect(refusalBy(new Refused('No', 403))).toBe('notPermitted')
  expect(refusalBy(new CallFailed({ kind: 'network' }))).toBe('offline')
  expect(refusalBy(new CallFailed({ kind: 'timeout' }))).toBe('slow')
  expect(refusalBy(new CallFailed({ kind: 'throttled', status: 429 }))).toBe('throttled')
  expect(refusalBy(new CallFailed({ kind: 'timeout', status: 504 }))).toBe('authoritySilent')
  expect(refusalBy(new CallFailed({ kind: 'fault', status: 502 }))).toBe('fault')
  expect(refusalBy(new TypeError('bug'))).toBe('fault')
})

test('[KYC-12] the text of an error is kept below the plain words', () => {
  const says = { says: 'Failed to fetch', version: 'v1.2.8' }
  expect(refusalAdvice('offline', says)).toMatchObject({ support: ['Failed to fetch'] })
  expect(refusalAdvice('offline', says).happened).toMatch(/You are offline/)
  expect(refusalAdvice('scanTooOld', says)).toMatchObject({ happened: 'Failed to fetch', support: [] })
})

test('a name that a foreign storage holds is no refusal', () => {
  for (const name of ['', '__proto__', 'constructor', 'toString']) expect(isRefusal(name)).toBe(false)
})
