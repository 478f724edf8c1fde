import { expect, test } from 'vitest'

import { deviceCodes, situationOf } from './index.ts'

test('[KYC-8] every published code of RD service 2.0 and the vendors’ lists has a situation', () => {
  expect(Object.keys(deviceCodes)).toEqual(
    `100 110 120 130 140 150 160 170 180 190 200 210 220
     700 710 720 730 740 750 760 770 900 999`.split(/\s+/),
  )
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
