import { createSecretKey } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { serverOfFile } from '../../testing/test-server.ts'
import { callerLanguage, safeCallerId } from './headers.ts'

const server = await serverOfFile()
const offered = ['en', 'hi', 'ta'] as const

test.each([
  ['the language that the agent chose', { cookie: 'a=b; language=ta', 'accept-language': 'hi' }, 'ta'],
  ['what the browser asks for, without its country', { 'accept-language': 'hi-IN, en;q=0.8' }, 'hi'],
  ['what the browser prefers among several', { 'accept-language': 'kn, en;q=0.5, ta;q=0.7' }, 'ta'],
  ["the bank's first for a language that it does not offer", { 'accept-language': 'kn' }, 'en'],
  ["the bank's first for any language", { 'accept-language': '*' }, 'en'],
  ["the bank's first without a wish", {}, 'en'],
  [
    'what the browser asks for, after a choice that the bank no longer offers',
    { cookie: 'language=kn', 'accept-language': 'hi' },
    'hi',
  ],
  ["the bank's first for a choice that is no language", { cookie: 'language=__proto__' }, 'en'],
])('a caller gets %s', (_what, headers, language) => {
  expect(callerLanguage(headers, [...offered])).toBe(language)
})

describe('the SMS with a one-time password', () => {
  test.each([
    ['9345000001', 'the language that the agent chose', { cookie: 'language=ta' }, 'புதிய கடவுச்சொல்'],
    ['9345000002', 'the language of the browser', { 'accept-language': 'hi-IN' }, 'मान्य'],
    ['9345000003', "the bank's first language otherwise", { 'accept-language': 'fr' }, 'sets a new password'],
  ])('to %s has %s', async (mobile, _what, headers, words) => {
    await server.addAgent({ mobile })
    await server.call('checkUser', { username: mobile }, { headers })
    const text = await server.lastSms(mobile)
    expect(text).toContain(words)
    expect(text).toMatch(/\b\d{6}\b/)
  })
})

const key = createSecretKey(Buffer.alloc(32, 1))

test.each([
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6',
  'f81d4fae7dec11d0a76500a0c91e6bf6',
  '4bf92f3577b34da6a3ce929d0e0e4736',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
])('%s is kept as it is', id => expect(safeCallerId(id, key)).toBe(id))

test.each([
  '9000000001',
  '234567890124',
  '2345 6789 0124',
  '00000000-0000-0000-0000-234567890124',
  '00000000000000000000234567890124',
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6 9000000001',
  'Asha Verma',
  'ASHAVERMAASHAVERMAASHAVERM',
  'r-1',
  'a\u0000b',
  '\uD800',
  'x'.repeat(100_000),
])('%s is kept as a hash alone', text => {
  const recorded = safeCallerId(text, key)
  expect(recorded).toMatch(/^hash:[0-9a-f]{16}$/)
  expect(safeCallerId(text, key)).toBe(recorded)
  expect(safeCallerId(text, createSecretKey(Buffer.alloc(32, 2)))).not.toBe(recorded)
})

test.each([undefined, null, 5, {}, ['x'], ''])('%j is no id at all', value => {
  expect(safeCallerId(value, key)).toBeUndefined()
})
