import { expect, test } from 'vitest'

import { qualityOf } from './scan.ts'

const by = (dpId: string, ...quality: number[]) => qualityOf({ qScore: quality, deviceInfo: { dpId } })

test('[KYC-7] a scan below 45 advises another one, and a scan below 25 is refused', () => {
  expect(by('MANTRA.MSIPL', 45)).toEqual({ kind: 'good', score: 45 })
  expect(by('MANTRA.MSIPL', 44.9).kind).toBe('fair')
  expect(by('MANTRA.MSIPL', 25).kind).toBe('fair')
  expect(by('MANTRA.MSIPL', 24)).toEqual({ kind: 'poor', score: 24 })
})

test('[KYC-7] the bank’s own bounds replace the defaults', () => {
  const capture = { qScore: [50], deviceInfo: { dpId: 'MANTRA.MSIPL' } }
  expect(qualityOf(capture, { advise: 60, refuse: 55 }).kind).toBe('poor')
  expect(qualityOf(capture, { advise: 0, refuse: 0 }).kind).toBe('good')
})

test('[KYC-7] the lowest of several scores counts, and a missing score is accepted', () => {
  expect(by('Morpho.SmartChip', 71, 38, 64)).toEqual({ kind: 'fair', score: 38 })
  expect(by('Morpho.SmartChip')).toEqual({ kind: 'unknown' })
})

test('[KYC-7] a Startek’s scores of 1 to 3 are ignored; its other scores count', () => {
  for (const score of [1, 2, 3]) expect(by('STARTEK.ACPL', score)).toEqual({ kind: 'unknown' })
  expect(by('STARTEK.ACPL', 18).kind).toBe('poor')
  expect(by('STARTEK.ACPL', 71).kind).toBe('good')
  expect(by('MANTRA.MSIPL', 3).kind).toBe('poor')
})
