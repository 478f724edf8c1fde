import { describe, expect, test } from 'vitest'

import { checkWait, decideEntry, decideTry, trustFrom, waitsFrom, type HeldSignIn } from './decide-sign-in.ts'
import { dayMs, secondMs } from './durations.ts'
import type { Origin } from './origin.ts'
import { defaultPolicy } from './policy.ts'

const at = new Date('2026-11-23T06:00:00.000Z')
const noFailures = { ofNetwork: 0, ofWiderNetwork: 0, ofDevice: 0 }
const held: HeldSignIn = { failures: noFailures, isKnownDevice: false, isVerified: true }
const failed = (failures: Partial<HeldSignIn['failures']>) => ({ failures: { ...noFailures, ...failures } })

test.each<[what: string, held: Partial<HeldSignIn>, decision: ReturnType<typeof decideTry>]>([
  ['a verified phone', {}, 'compare'],
  ['[LOG-8] a phone that was not checked', { isVerified: false }, 'unverified'],
  ['299 failures of the address', failed({ ofNetwork: 299 }), 'compare'],
  ['300 failures of the address', failed({ ofNetwork: 300 }), 'blocked'],
  ['the same, of an unchecked phone', { ...failed({ ofNetwork: 300 }), isVerified: false }, 'blocked'],
  ['1,499 failures around the address', failed({ ofWiderNetwork: 1_499 }), 'compare'],
  ['1,500 failures around the address', failed({ ofWiderNetwork: 1_500 }), 'blocked'],
  ['failures of an unknown device alone', failed({ ofDevice: 300 }), 'compare'],
  [
    'a known device, whatever its address failed',
    { ...failed({ ofNetwork: 300, ofWiderNetwork: 1_500, ofDevice: 299 }), isKnownDevice: true },
    'compare',
  ],
  ['300 failures of a known device', { ...failed({ ofDevice: 300 }), isKnownDevice: true }, 'blocked'],
])('[rule 12] a password is tried: %s', (_what, more, decision) => {
  expect(decideTry({ ...held, ...more }, defaultPolicy)).toBe(decision)
})

const agent = { passwordHash: 'a hash', resetDemanded: false }
test.each([
  ['an agent', agent, 'session'],
  ['[LOG-9] the bank demands a reset', { ...agent, resetDemanded: true }, 'otp-first'],
  ['no password any more', { ...agent, passwordHash: null }, 'otp-first'],
] as const)('the right password opens: %s', (_what, of, decision) => {
  expect(decideEntry(of)).toBe(decision)
})

test.each([
  ['no limit is reached', [undefined, undefined], {}, undefined],
  ['that of the address', [5, undefined], {}, 5],
  ['that of the network around it', [undefined, 7], {}, 7],
  ['the longer one of both', [5, 7], {}, 7],
  ['a known device', [5, 7], { isKnownDevice: true }, undefined],
  ['a phone that the address has checked before', [5, 7], { hasChecked: true }, undefined],
])('[rule 12] the wait before a check: %s', (_what, waits, more, wait) => {
  expect(checkWait(waits, { isKnownDevice: false, ...more })).toBe(wait)
})

test('[rule 12] four wrong passwords wait for nothing, each further one twice as long, at most 15 minutes', () => {
  const { waits, latestWait } = waitsFrom(at, defaultPolicy)
  const seconds = waits.map(wait => wait && (wait.getTime() - at.getTime()) / secondMs)
  expect(seconds).toEqual([null, null, null, null, 30, 60, 120, 240, 480, 900])
  expect(latestWait.getTime()).toBeGreaterThan(at.getTime() + 900 * secondMs)
})

describe('[rule 12] trust after the right password', () => {
  const days = (origin: Pick<Origin, 'network' | 'device'>) =>
    trustFrom(at, '9300000001', origin as Origin, defaultPolicy).trustedUntil.map(
      until => until && (until.getTime() - at.getTime()) / dayMs,
    )

  test.each([
    ['an address', { network: '203.0.113.1', device: undefined }, [defaultPolicy.addressTrustDays]],
    [
      'a device and its address',
      { network: '203.0.113.1', device: 'a device' },
      [defaultPolicy.deviceTrustDays, defaultPolicy.addressTrustDays],
    ],
  ])('%s', (_what, origin, expected) => {
    expect(days(origin)).toEqual(expected)
  })
})
