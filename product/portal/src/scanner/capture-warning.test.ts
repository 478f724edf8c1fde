import { inIndia, testTime } from '@ekyc/ui/testing/test-time.ts'
import { expect, onTestFinished, test } from 'vitest'

import { defaultBranding, useBranding } from '../api/branding.ts'
import { certificate } from '../testing/device-answers.ts'
import { captureWarning, certificateDay, levelOf, scannerWarning } from './capture-warning.ts'

const warningOf = (info: { mc?: string; level?: 'L0' | 'L1' }, awayMs = 0) =>
  captureWarning({
    deviceInfo: {
      dpId: '',
      rdsId: '',
      rdsVer: '',
      mi: '',
      dc: '',
      mc: '',
      serialNumber: '',
      level: undefined,
      params: [],
      ...info,
    },
    pidTimestamp: inIndia(testTime + awayMs),
  })

test('[KYC-7] an expired certificate, a wrong clock and an L0 scanner are seen in the capture', () => {
  expect(warningOf({ mc: certificate({ endsInDays: -1 }) })).toBe('certificate')
  expect(warningOf({ mc: certificate({ endsInDays: 90 }) })).toBe('certificate')
  expect(warningOf({}, -15 * 60_000)).toBe('clock')
  expect(warningOf({}, 15 * 60_000)).toBe('clock')
  expect(warningOf({ level: 'L0' })).toBe('level')
})

test('[KYC-7] a known L0 model is warned of although its driver reports no level, and refused where the bank takes L1 only', () => {
  const startek = { mi: 'FM220U', level: undefined, mc: '' }
  expect(scannerWarning(startek)).toBe('level')
  useBranding.setState({ level1Only: true })
  onTestFinished(() => useBranding.setState(defaultBranding, true))
  expect(scannerWarning(startek)).toBe('levelRefused')
  expect(scannerWarning({ mi: 'MFS110', level: 'L1', mc: '' })).toBeUndefined()
})

test('[KYC-7] a certificate that ends within 7 days, or has ended, is seen before the scan, with its day', () => {
  const ofCertificate = (mc: string) => scannerWarning({ mi: 'MFS110', level: 'L1', mc })
  expect(ofCertificate(certificate({ endsInDays: 8 }))).toBeUndefined()
  expect(ofCertificate(certificate({ endsInDays: 6 }))).toBe('certificateEnds')
  expect(ofCertificate(certificate({ endsInDays: -1 }))).toBe('certificate')
  expect(warningOf({ mc: certificate({ endsInDays: 6 }), level: 'L1' })).toBe('certificateEnds')
  expect(certificateDay({ mc: certificate({ endsInDays: 6 }) })).toBe('02-12-2026')
  expect(certificateDay({ mc: 'AAAA' })).toBe('')
})

test('[KYC-7] a usual capture raises no warning, nor does a certificate that cannot be read', () => {
  expect(warningOf({ mc: certificate(), level: 'L1' }, -3000)).toBeUndefined()
  expect(warningOf({ mc: 'AAAA' })).toBeUndefined()
})

test.each([
  ['MFS100', undefined, 'L0'],
  ['MSO 1300 E3', undefined, 'L0'],
  ['MSO1300E3L0SW', undefined, 'L0'],
  ['FM220U', undefined, 'L0'],
  ['HU20', undefined, 'L0'],
  ['MSO1300E3L1SW', undefined, 'L1'],
  ['FM220U_L1', undefined, 'L1'],
  ['MFS110', undefined, undefined],
  ['MFS110', 'L1', 'L1'],
  ['A model of tomorrow', 'L0', 'L0'],
] as const)('[KYC-7] the model %s, whose driver reports %s, is of level %s', (mi, level, expected) => {
  expect(levelOf({ mi, level })).toBe(expected)
})
