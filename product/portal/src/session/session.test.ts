import { beforeEach, expect, test, vi } from 'vitest'

import { initialSession } from './session-state.ts'
import { restoreSession, saveSession } from './session-storage.ts'
import { resetSession, setSession, useSession } from './session.ts'

const key = 'persist:root'

beforeEach(() => {
  resetSession()
  sessionStorage.clear()
})

test('[SES-5] the slice has the 35 fields, with the three marked initial values', () => {
  expect(Object.keys(initialSession())).toHaveLength(35)
  expect(initialSession()).toMatchObject({ loginAttemptNo: 0, otpTimer: 60 })
  expect(initialSession().srNoTime).toBe('2026-11-26T04:30:00.000Z')
})

test('[SES-5] the session is stored at persist:root and nowhere else, and restored after a reload', () => {
  setSession({ phone: '9000000001', loginLock: 'true' })
  expect(sessionStorage).toHaveLength(1)
  const { state, version } = JSON.parse(sessionStorage.getItem(key) ?? '')
  expect(version).toBe(1)
  expect(Object.keys(state)).toHaveLength(35)
  expect(restoreSession()).toEqual(useSession.getState())
})

test('[SES-5] a restore that takes longer than 5000 ms is abandoned', () => {
  saveSession({ ...initialSession(), phone: '9000000001' })
  const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(5001)
  expect(restoreSession()).toBeUndefined()
  clock.mockRestore()
  expect(restoreSession()?.phone).toBe('9000000001')
})

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['another version', JSON.stringify({ state: initialSession(), version: 2 })],
  ['a missing field', JSON.stringify({ state: { ...initialSession(), phone: undefined }, version: 1 })],
  ['a lock that is no lock', JSON.stringify({ state: { ...initialSession(), loginLock: true }, version: 1 })],
  [
    'a profile that no screen can show',
    JSON.stringify({ state: { ...initialSession(), profileInfo: {} }, version: 1 }),
  ],
  ['megabytes', JSON.stringify({ state: { ...initialSession(), phone: 'x'.repeat(3_000_000) }, version: 1 })],
])('[SES-5] an invalid stored slice is ignored: %s', (_what, text) => {
  sessionStorage.setItem(key, text)
  expect(restoreSession()).toBeUndefined()
})

test('[SES-5] a forged __proto__ has no effect', () => {
  const forged = JSON.stringify({ state: initialSession(), version: 1 })
  sessionStorage.setItem(key, forged.replace('{"state":{', '{"state":{"__proto__":{"polluted":"yes"},'))
  expect(restoreSession()).not.toHaveProperty('polluted')
  expect({}).not.toHaveProperty('polluted')
})

test('[SES-6] a reset returns every field to its initial value', () => {
  setSession({ phone: '9000000001', otpTimer: 5, dashboardLock: 'true', refNo: 'DBS10001' })
  resetSession()
  expect({ ...useSession.getState(), srNoTime: '' }).toEqual({ ...initialSession(), srNoTime: '' })
})

test('[SES-7] biometrics, one-time passwords and the token are never written, and never taken from storage', () => {
  const secrets = {
    capturedFingerPrint: 'secret',
    capturedDataInJson: 'secret',
    aepsBiometricDta: 'secret',
    aepsBiometricDtaCaptureStatus: 'secret',
    submitOrderRsp: 'secret',
    otp: 'secret',
    bearerToken: 'secret',
  }
  setSession(secrets)
  expect(sessionStorage.getItem(key)).not.toContain('secret')

  sessionStorage.setItem(key, JSON.stringify({ state: { ...initialSession(), ...secrets }, version: 1 }))
  expect(restoreSession()).toMatchObject({
    otp: '',
    bearerToken: '',
    capturedFingerPrint: '',
    submitOrderRsp: null,
  })
})
