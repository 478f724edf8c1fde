import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { expect, test } from 'vitest'

import { decryptPassword } from './passwords.ts'
import { defaultPolicy } from '../policy.ts'

const mobile = '9000012345'
const now = new Date('2027-03-10T12:00:00.000Z')

test.each([
  ['a line break at the end', (base64: string) => `${base64}\n`],
  ['a line break within', (base64: string) => `${base64.slice(0, 8)}\r\n${base64.slice(8)}`],
  ['no padding', (base64: string) => base64.replace(/=+$/, '')],
  ['the url-safe alphabet', (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')],
  ['other characters', (base64: string) => `${base64}!`],
])('[rule 6] base64 with %s is refused, even where the password is right', (_what, spoil) => {
  for (let year = 2000; year < 2100; year += 1) {
    const password = `Agent@${year}`
    const base64 = encryptPassword(password, mobile, indiaDate(now))
    const ciphertext = spoil(base64)
    const read = decryptPassword({ ciphertext, mobile, sentOn: now, now, policy: defaultPolicy })
    expect(read).toBe(ciphertext === base64 ? password : undefined)
  }
})
