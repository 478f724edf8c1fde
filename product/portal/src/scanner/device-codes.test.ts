import { RdError } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import '../testing/english.ts'
import { adviceFor } from './advice.ts'
import { deviceCode, deviceCodes } from './device-codes.ts'
import { problemOf } from './scanner-problem.ts'

/** The codes of RD service 2.0 and the vendors' lists, without 0. */
const published = `100 110 120 130 140 150 160 170 180 190 200 210 220
  700 710 720 730 740 750 760 770 900 999`.split(/\s+/)

test('[KYC-8] every published device code has its three sentences of advice', () => {
  expect(Object.keys(deviceCodes)).toEqual(published)
  for (const { advice } of Object.values(deviceCodes)) {
    for (const sentence of Object.values(adviceFor(advice, { version: 'v1.2.8' }))) {
      expect(sentence).not.toMatch(/^kyc\.|\{/)
    }
  }
})

test('[KYC-8] an unknown code still gets advice and another try', () => {
  expect(deviceCode('E-17')).toEqual({ advice: 'unknownCode', tryAgain: true })
  expect(deviceCode(' 700 ').advice).toBe('noFinger')
})

test('[KYC-8] no internal error is claimed that the device did not report', () => {
  const { happened } = adviceFor(deviceCode('-1138', 'Kaput').advice, { version: 'v1.2.8' })
  expect(happened).toContain('does not know')
  expect(happened).not.toMatch(/internal/)
  expect(deviceCode('999').advice).toBe('serviceFault')
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
])('[KYC-8] of an unknown code and of 999 the text “%s” names the cause', (text, advice) => {
  expect([deviceCode('-1138', text).advice, deviceCode('999', text).advice]).toEqual([advice, advice])
  expect(deviceCode('700', text).advice).toBe('noFinger')
})

test('[KYC-8] the portal’s own faults offer no other try; a missing finger does', () => {
  expect(deviceCode('100').tryAgain).toBe(false)
  expect(deviceCode('700').tryAgain).toBe(true)
})

test('[KYC-8] the advice on the portal’s own faults blames no driver', () => {
  const { now } = adviceFor('portalFault', { version: 'v1.2.8' })
  expect(now).not.toMatch(/update|driver|app/i)
  expect(now).toContain('support')
})

test.each(['Success.', 'Capture Success'])('[KYC-8] a refusal is not titled %s', deviceText => {
  expect(problemOf(new RdError('refused', { deviceCode: '00', deviceText }))).toMatchObject({
    title: 'Error in capturing fingerprint',
    support: expect.any(Function),
    deviceCode: '00',
  })
})

test('[KYC-14] an old driver has its own advice, with the required version', () => {
  const problem = problemOf(new RdError('refused', { deviceCode: '110', deviceText: 'Invalid fType' }))
  expect(problem).toMatchObject({ title: 'Invalid fType', advice: 'driverTooOld', deviceCode: '110' })
  expect(adviceFor('driverTooOld', { version: 'v1.2.8' }).now).toContain('v1.2.8')
})

test('[KYC-8] a device’s text can neither turn the direction of its title nor hide in it', () => {
  const deviceText = '\u{202E}gnol\u{2066} gnol\u0007\u{200F}'
  expect(problemOf(new RdError('refused', { deviceText }))?.title).toBe('gnol gnol')
})

test('[KYC-8] a cancelled scan is not a problem', () => {
  expect(problemOf(new RdError('cancelled'))).toBeUndefined()
})
