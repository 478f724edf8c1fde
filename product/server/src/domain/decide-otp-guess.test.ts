import { expect, test } from 'vitest'

import { decideGuess, type GuessDecision, type HeldGuess, type OtpGuess } from './decide-otp-guess.ts'
import { latestEndOf } from './decide-otp.ts'
import { minuteMs } from './durations.ts'
import { defaultPolicy } from './policy.ts'
import type { OneTimePassword } from './stores.ts'

const at = new Date('2026-11-23T06:00:00.000Z')
const code: OneTimePassword = {
  mobile: '9300000001',
  requester: '203.0.113.1',
  refId: 'a handle',
  codeId: 'a code',
  purpose: 'reset',
  codeHash: new Uint8Array(32),
  mark: '12',
  isKnown: false,
  sentOn: at,
  expiresOn: new Date(at.getTime() + 5 * minuteMs),
  triesLeft: 4,
  usedOn: null,
}
const held: HeldGuess = { code, isTried: true, wrongOnes: [], wrongOfWiderNetwork: [], bankWaitMs: 0 }
const right: OtpGuess = {
  purposes: ['first-time', 'reset'],
  origin: { device: undefined },
  matches: () => true,
}
const wrong: OtpGuess = { ...right, matches: () => false }
const fromDevice = { origin: { device: 'a device' } }
const times = (count: number) => Array.from({ length: count }, () => at)
const over = (more: Partial<OneTimePassword> = {}) => ({ isTried: false, code: { ...code, ...more } })
const spent = { bankWaitMs: minuteMs }

test.each<[what: string, held: Partial<HeldGuess>, guess: OtpGuess, decision: Partial<GuessDecision>]>([
  ['the right code', {}, right, { kind: 'right', purpose: 'reset' }],
  ['[K1] the right code of another purpose', {}, { ...right, purposes: ['passkey'] }, { kind: 'wrong' }],
  ['a wrong code', {}, wrong, { kind: 'wrong', takesBudget: true }],
  ['a wrong code of a known device', {}, { ...wrong, ...fromDevice }, { kind: 'wrong', takesBudget: false }],
  ['a wrong code of a known address', { code: { ...code, isKnown: true } }, wrong, { takesBudget: false }],
  [
    'a handle that nothing opens',
    { code: { ...code, codeHash: null } },
    wrong,
    { kind: 'wrong', takesBudget: false },
  ],
  ['an unknown handle', { code: undefined, isTried: false }, right, { kind: 'wrong', takesBudget: false }],
  // In the following cases the try was not counted.
  ['no try left', over({ triesLeft: 0 }), right, { kind: 'spent', takesBudget: false }],
  ['used before', over({ usedOn: at }), right, { kind: 'spent' }],
  ['its time is over', over({ expiresOn: at }), right, { kind: 'expired', takesBudget: false }],
  ['used before, and its time is over', over({ expiresOn: at, usedOn: at }), right, { kind: 'spent' }],
  ['the latest end', over({ expiresOn: latestEndOf(at, defaultPolicy) }), right, { kind: 'spent' }],
  [
    'sent by a clock that ran ahead',
    over({ expiresOn: new Date(latestEndOf(at, defaultPolicy).getTime() + 1) }),
    right,
    { kind: 'expired' },
  ],
  // In the following cases earlier wrong codes, or the bank's budget, decide whether the guess is throttled.
  ['29 wrong ones', { wrongOnes: times(29) }, right, { kind: 'right' }],
  [
    '30 wrong ones',
    { wrongOnes: times(30) },
    right,
    { kind: 'throttle', waitMs: 60 * minuteMs, isOverBudget: false },
  ],
  [
    '30 wrong ones of a known device',
    { wrongOnes: times(30) },
    { ...right, ...fromDevice },
    { kind: 'throttle' },
  ],
  ['149 wrong ones around', { wrongOfWiderNetwork: times(149) }, right, { kind: 'right' }],
  ['150 wrong ones around', { wrongOfWiderNetwork: times(150) }, right, { kind: 'throttle' }],
  [
    '150 wrong ones around a known device',
    { wrongOfWiderNetwork: times(150) },
    { ...right, ...fromDevice },
    { kind: 'right' },
  ],
  ['a spent budget', spent, right, { kind: 'throttle', waitMs: minuteMs, isOverBudget: true }],
  [
    'a spent budget, at an unknown handle',
    { ...spent, code: undefined, isTried: false },
    right,
    { kind: 'throttle', isOverBudget: true },
  ],
  ['a spent budget, a known device', spent, { ...right, ...fromDevice }, { kind: 'right' }],
  [
    'a spent budget, a known address',
    { ...spent, code: { ...code, isKnown: true } },
    right,
    { kind: 'right' },
  ],
])('[rules 7, 12] %s', (_what, more, guess, decision) => {
  expect(decideGuess({ ...held, ...more }, guess, at, defaultPolicy)).toMatchObject(decision)
})

test('[rule 12] a throttled guess is not compared', () => {
  const guess: OtpGuess = { ...right, matches: () => expect.unreachable() }
  expect(decideGuess({ ...held, wrongOnes: times(30) }, guess, at, defaultPolicy).kind).toBe('throttle')
})
