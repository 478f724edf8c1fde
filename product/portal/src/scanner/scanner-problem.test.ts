import { deviceCodes, RdError } from '@ekyc/rd-client'
import { expect, test } from 'vitest'

import '../testing/english.ts'
import { adviceFor } from './problem-view.tsx'
import { problemOf } from './scanner-problem.ts'

const refusedWith = (deviceCode: string, deviceText?: string) =>
  problemOf(new RdError('refused', { deviceCode, deviceText }))

test('[KYC-8] every published device code has its three sentences of advice', () => {
  for (const code of Object.keys(deviceCodes)) {
    const advice = refusedWith(code)?.advice ?? 'unknownCode'
    for (const sentence of Object.values(adviceFor(advice, { version: 'v1.2.8' }))) {
      expect(sentence).not.toMatch(/^kyc\.|\{/)
    }
  }
})

test('[KYC-8] no internal error is claimed that the device did not report', () => {
  const { happened } = adviceFor(refusedWith('-1138', 'Kaput')?.advice ?? 'phone', { version: 'v1.2.8' })
  expect(happened).toContain('does not know')
  expect(happened).not.toMatch(/internal/)
  expect(refusedWith('999')?.advice).toBe('serviceFault')
})

test('[KYC-8] the advice on the portal’s own faults blames no driver, and offers no other try', () => {
  expect(refusedWith('100')).toMatchObject({ advice: 'portalFault', tryAgain: false })
  const { now } = adviceFor('portalFault', { version: 'v1.2.8' })
  expect(now).not.toMatch(/update|driver|app/i)
  expect(now).toContain('support')
})

test.each(['Success.', 'Capture Success'])('[KYC-8] a refusal is not titled %s', deviceText => {
  expect(refusedWith('00', deviceText)).toMatchObject({
    title: 'Error in capturing fingerprint',
    support: expect.any(Function),
    deviceCode: '00',
  })
})

test('[KYC-14] an old driver has its own advice, with the required version', () => {
  const problem = refusedWith('110', 'Invalid fType')
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
