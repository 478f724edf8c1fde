import { expect, test } from 'vitest'

import { Pkcs11Error, type Pkcs11Module } from './pkcs11-module.ts'
import { createSessions } from './pkcs11-sessions.ts'

/** Makes a token that answers every PIN with the return code `code`, and counts the attempts. */
function tokenThatAnswers(code: number) {
  const token = { pinsSeen: 0 }
  const module = {
    findSlot: async () => 1n,
    openSession: async () => {
      token.pinsSeen += 1
      throw new Pkcs11Error('C_Login', code)
    },
  } as unknown as Pkcs11Module
  const uri = { token: 'ekyc', serial: undefined, object: 'one', id: undefined }
  return { token, withKey: createSessions(module, { uri, pin: '1234', what: 'signing key' }) }
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
