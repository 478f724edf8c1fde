import { expect, test } from 'vitest'

import { advice, adviceOn, deviceCodes, RdError, situationOf } from './index.ts'

/** The codes of RD service 2.0 and the vendors' lists, without 0, and the extras of Android's intents. */
const published = `100 110 120 130 140 150 160 170 180 190 200 210 220
  700 710 720 730 740 750 760 770 900 999 DNC DNR`.split(/\s+/)

test('[KYC-8] every published code has a meaning, a situation and its advice', () => {
  expect(Object.keys(deviceCodes)).toEqual(published)
  for (const deviceCode of published) {
    const told = adviceOn(new RdError('refused', { deviceCode }))
    expect(told).toMatchObject(advice[told.situation])
  }
})

test('every error of the package has advice of its own kind', () => {
  expect(adviceOn(new RdError('cut'))).toMatchObject({ situation: 'connectionCut', tryAgain: true })
  expect(adviceOn(new RdError('permission-blocked'))).toMatchObject({ tryAgain: false })
  expect(adviceOn(new RdError('refused')).situation).toBe('unknownCode')
})

test('[KYC-8] an unknown code still gets advice and another try', () => {
  expect(situationOf('E-17')).toEqual({ situation: 'unknownCode', tryAgain: true })
  expect(situationOf(' 700 ').situation).toBe('noFinger')
})

test.each([
  ['Device not registered', 'notRegistered'],
  ['Please register the device on the management server', 'notRegistered'],
  ['Device is unregistered. Check your internet', 'notRegistered'],
  ['Key rotation pending', 'reinitialise'],
  ['Certificate download failed, no internet', 'reinitialise'],
  ['License expired', 'licence'],
  ['No internet connection', 'noInternet'],
  ['Network error', 'noInternet'],
])('[KYC-8] of an unknown code and of 999 the text “%s” names the cause', (text, situation) => {
  expect([situationOf('-1138', text).situation, situationOf('999', text).situation]).toEqual([
    situation,
    situation,
  ])
  expect(situationOf('700', text).situation).toBe('noFinger')
})

test('[KYC-8] the caller’s own faults offer no other try; a missing finger does', () => {
  expect(situationOf('100').tryAgain).toBe(false)
  expect(situationOf('700').tryAgain).toBe(true)
})
