import { randomInt } from 'node:crypto'

import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { describe, expect, test } from 'vitest'

import { decryptPassword } from './passwords.ts'
import { defaultPolicy } from '../policy.ts'

const mobile = '9000012345'
const midnight = new Date('2027-03-10T18:30:00.000Z')
const minuteMs = 60_000

const at = (offsetMs: number) => new Date(midnight.getTime() + offsetMs)
const open = (ciphertext: string, sentOn: Date | undefined, now: Date) =>
  decryptPassword({ ciphertext, mobile, sentOn, now, policy: defaultPolicy })

function aPassword(length: number): string {
  const rest = 'ABCXYZabcxyz0189@#$%^&+!='
  return 'aA1@' + Array.from({ length: length - 4 }, () => rest[randomInt(rest.length)] ?? 'x').join('')
}

/** Encrypts like our portal and any client with a clock: the cipher's day and the datetime come from the same clock. */
const sentBy = (clock: Date, password: string) => encryptPassword(password, mobile, indiaDate(clock))

describe('[rule 6] whatever is taken is what was typed', () => {
  test('of every length, every second around India midnight, by every clock up to 15 minutes off', () => {
    for (let length = 8; length <= 64; length += 1)
      for (let second = -30; second <= 30; second += 1) {
        const password = aPassword(length)
        const clock = at(second * 1_000)
        const now = at(second * 1_000 + randomInt(-15 * minuteMs + 1, 15 * minuteMs))
        expect(open(sentBy(clock, password), clock, now)).toBe(password)
      }
  })

  test('with a clock further off across midnight nothing is taken: most would be other passwords', () => {
    for (let length = 8; length <= 64; length += 1) {
      const password = aPassword(length)
      const late = at(-1_000)
      expect(open(sentBy(late, password), late, at(15 * minuteMs))).toBeUndefined()
      const early = at(1_000)
      expect(open(sentBy(early, password), early, at(-15 * minuteMs - 1))).toBeUndefined()
    }
  })

  test.each([
    ['nothing', ''],
    ['no base64', 'not base64!'],
    ['url-safe base64', Buffer.alloc(16, 255).toString('base64url')],
    ['half a block', Buffer.alloc(8).toString('base64')],
    ['a line break', `${Buffer.alloc(16).toString('base64')}\n`],
  ])('%s is no password', (_what, ciphertext) => {
    expect(open(ciphertext, undefined, at(0))).toBeUndefined()
  })

  test.each([
    ['a line break at the end', (base64: string) => `${base64}\n`],
    ['a line break within', (base64: string) => `${base64.slice(0, 8)}\r\n${base64.slice(8)}`],
    ['no padding', (base64: string) => base64.replace(/=+$/, '')],
    ['the url-safe alphabet', (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')],
    ['other characters', (base64: string) => `${base64}!`],
  ])('base64 with %s is refused, even where the password is right', (_what, spoil) => {
    for (let year = 2000; year < 2100; year += 1) {
      const password = `Agent@${year}`
      const base64 = sentBy(at(0), password)
      const sent = spoil(base64)
      expect(open(sent, at(0), at(0))).toBe(sent === base64 ? password : undefined)
    }
  })

  test.each([
    ['seven characters', 'aA1@aA1'],
    ['65 characters', `aA1@${'x'.repeat(61)}`],
    ['a letter of another alphabet', 'Аgent@2026'],
    ['a blank', 'Agent@ 2026'],
    ['a NUL', 'Agent@2026\u0000'],
    ['a byte order mark', '\uFEFFAgent@2026'],
  ])('%s, well encrypted, is none either', (_what, password) => {
    expect(open(sentBy(at(0), password), at(0), at(0))).toBeUndefined()
  })
})
