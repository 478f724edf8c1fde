import { expect, test } from 'vitest'

import { decidePasskeyLogIn } from './passkeys.ts'

const agent = { resetDemanded: false }
const refused = { kind: 'refuse', subject: 'passkey' }
const copied = { kind: 'refuse', subject: 'passkey whose counter went back' }
test.each([
  ['a good passkey', agent, 'good', { kind: 'session', agent }],
  ['the bank demands a reset', { resetDemanded: true }, 'good', { kind: 'otp-first' }],
  ['one that is not good', agent, 'not good', refused],
  [
    'one that is not good, and a demanded reset: a stranger learns nothing',
    { resetDemanded: true },
    'not good',
    refused,
  ],
  ['one whose counter went back', agent, 'counter went back', copied],
  ['the same, and a demanded reset', { resetDemanded: true }, 'counter went back', copied],
  ['nobody', undefined, 'not good', refused],
  ['nobody, whatever was verified', undefined, 'good', refused],
] as const)('a log-in by passkey: %s', (_what, of, verdict, decision) => {
  expect(decidePasskeyLogIn(of, verdict)).toEqual(decision)
})
