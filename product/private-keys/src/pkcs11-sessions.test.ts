import { expect, test, vi } from 'vitest'

import { Pkcs11Error, type Pkcs11Module } from './pkcs11-module.ts'
import { createSessionPool, createModuleSemaphore } from './pkcs11-keys.ts'

/** Makes the sessions of a key in a module of which a test needs some functions alone. */
function sessionsOf(module: object, object = 'one', inTurn = createModuleSemaphore()) {
  const whole = { findSlot: async () => 1n, ...module } as unknown as Pkcs11Module
  const uri = { token: 'ekyc', serial: undefined, object, id: undefined }
  return createSessionPool(whole, { uri, pin: '1234', what: 'signing key', inTurn })
}

function tokenThatAnswers(code: number) {
  const token = { pinsSeen: 0 }
  const openSession = async () => {
    token.pinsSeen += 1
    throw new Pkcs11Error('C_Login', code)
  }
  return { token, withKey: sessionsOf({ openSession }) }
}

const work = async () => 'done'

test('a token that refuses a PIN never gets it again, so that it does not lock itself', async () => {
  const { token, withKey } = tokenThatAnswers(0xa0)
  for (let calls = 0; calls < 5; calls++)
    await expect(withKey(work)).rejects.toThrow('(C_Login answered CKR 0xa0)')
  expect(token.pinsSeen).toBe(1)
})

test('a token that fails for another reason is tried again', async () => {
  const { token, withKey } = tokenThatAnswers(0x30)
  for (let calls = 0; calls < 3; calls++) await expect(withKey(work)).rejects.toThrow('CKR 0x30')
  expect(token.pinsSeen).toBe(3)
})

test('a session without its key is closed, so that the token has sessions when the key is back', async () => {
  let opened = 0
  const withKey = sessionsOf({
    openSession: async () => BigInt((opened += 1)),
    closeSession: async () => void (opened -= 1),
    findPrivateKeys: async () => [],
  })
  for (let calls = 0; calls < 3; calls++) await expect(withKey(work)).rejects.toThrow('not in its token')
  expect(opened).toBe(0)
})

test('a module that hangs takes two threads, however many keys it has', async () => {
  vi.useFakeTimers()
  let began = 0
  const module = { openSession: async () => 1n, findPrivateKeys: async () => [1n] }
  const inTurn = createModuleSemaphore()
  const pools = ['one', 'two'].map(object => sessionsOf(module, object, inTurn))
  const hanging = () => new Promise<never>(() => (began += 1))
  const calls = [...pools, ...pools].map(inSession => inSession(hanging).catch(String))
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await Promise.all(calls)).every(answer => answer.includes('did not answer in time'))).toBe(true)
  expect(began).toBe(2)
  vi.useRealTimers()
})
