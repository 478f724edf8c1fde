import { describe, expect, test } from 'vitest'

import { serverOfFile } from '../../testing/test-server.ts'
import { callerLanguage } from './headers.ts'

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
