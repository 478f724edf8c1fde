import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { describe, expect, test } from 'vitest'

import { createAgentStore } from '../database/agents/agents.ts'
import { doKyc } from '../../testing/do-kyc.ts'
import { testCapture } from '../../testing/outside/test-capture.ts'
import { refusal } from '../../testing/refusal.ts'
import {
  agentPassword,
  cookieOf,
  freshPassword,
  peppers,
  serverOfFile,
  type TestServer,
} from '../../testing/test-server.ts'

const [oldPepper] = peppers
const newPepper = Buffer.from('a pepper that comes after that one, really')
const [oldKey, newKey] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]

/** Three servers on one database, with the keys before, during and after the change of pepper and outbox key. */
const before = await serverOfFile()
const shared = { databaseUrl: before.databaseUrl }
const during = await serverOfFile({
  ...shared,
  peppers: [newPepper, oldPepper],
  outboxKeys: [newKey, oldKey],
})
const after = await serverOfFile({ ...shared, peppers: [newPepper], outboxKeys: [newKey] })

describe('[rule 25] a new pepper', () => {
  test('keeps the sessions of the old one, their list and their log-out, for as long as both are known', async () => {
    const { mobile } = await before.newAgent()
    const token = await before.signIn(mobile)
    await during.signIn(mobile)
    const profile = (from: TestServer) => from.call('getProfile', { username: mobile }, { token })
    expect((await profile(during)).status).toBe(200)
    expect((await profile(after)).status).toBe(401)
    const others = await during.call('endOtherSessions', { username: mobile }, { token })
    expect(others['ended']).toBe(1)
    const { sessions } = await during.call('getSecurity', { username: mobile }, { token })
    expect(sessions).toMatchObject([{ isCurrent: true }])
    expect((await during.call('logout', {}, { token })).response.success).toBe(true)
    expect((await profile(before)).status).toBe(401)
  })

  test('knows the devices of the old one for as long as both are known', async () => {
    const { mobile } = await before.newAgent()
    const headers = { cookie: cookieOf(await before.checkAndLogIn(mobile)) }
    for (let failure = 0; failure < 5; failure += 1)
      await during.checkAndLogIn(mobile, 'Wrong@2026', { address: '198.51.100.7' })
    const statusAt = async (server: TestServer, address: string) =>
      (await server.checkAndLogIn(mobile, agentPassword, { address, headers })).status
    expect(await statusAt(after, '203.0.113.8')).toBe(429)
    expect(await statusAt(during, '203.0.113.7')).toBe(200)
  })

  test('lets agents in by the password they have, and hashes it anew as they come', async () => {
    const { mobile } = await before.newAgent()
    const hashedBefore = await storedHash(mobile)
    await during.signIn(mobile)
    const hashedSince = await storedHash(mobile)
    expect(hashedSince).not.toBe(hashedBefore)
    await after.signIn(mobile)
    await during.signIn(mobile)
    expect(await storedHash(mobile)).toBe(hashedSince)
  })

  test('a wrong password stays wrong and hashes nothing', async () => {
    const { mobile } = await before.newAgent()
    const hashedBefore = await storedHash(mobile)
    await expect(during.signIn(mobile, 'Wrong@2026')).rejects.toThrow(signInTexts.passwordIncorrect)
    expect(await storedHash(mobile)).toBe(hashedBefore)
  })

  test('whoever did not come while both were known sets a new password by OTP', async () => {
    const { mobile } = await before.newAgent()
    await expect(after.signIn(mobile)).rejects.toThrow(signInTexts.passwordIncorrect)
    const { otpDetails } = await after.call('resetPassword', { username: mobile })
    await after.setPassword(mobile, otpDetails)
    await after.signIn(mobile, freshPassword)
  })

  test('a password that was changed meanwhile is not overwritten by the old one hashed anew', async () => {
    const { mobile, id } = await before.newAgent()
    const hash = await storedHash(mobile)
    await createAgentStore(before.open.runner).replacePasswordHash(id, 'another hash', 'hashed anew')
    expect(await storedHash(mobile)).toBe(hash)
  })

  test('an OTP that was sent before is right, and a capture that was used on either side stays used', async () => {
    const { mobile } = await before.newAgent()
    const { otpDetails } = await before.call('resetPassword', { username: mobile })
    const otp = await before.lastOtp(mobile)
    expect((await during.setPassword(mobile, otpDetails, { otp })).response.success).toBe(true)

    const other = '9510000009'
    await before.addAgent({ mobile: other, password: agentPassword })
    const [old, fresh] = [await before.signIn(other), await during.signIn(mobile, freshPassword)]
    for (const [first, second, agent] of [
      [before, during, { mobile: other, token: old }],
      [during, before, { mobile: other, token: old }],
      [during, after, { mobile, token: fresh }],
    ] as const) {
      const capture = testCapture(first.clock.now(), agent.mobile)
      expect(await submitted(first, agent, capture)).not.toEqual(refusal('capture_used'))
      expect(await submitted(second, agent, capture)).toEqual(refusal('capture_used'))
    }
  })
})

test('[rule 25] a message that waits under the old outbox key leaves during the change, and is never sent garbled', async () => {
  const { mobile } = await before.newAgent({ password: undefined })
  before.outside.smsIsAway = true
  await before.call('checkUser', { username: mobile })
  await before.deliverDue()
  for (const server of [after, during]) server.clock.advance(30_000)
  await after.deliverDue()
  expect(after.outside.inbox.filter(({ to }) => to === mobile)).toEqual([])
  during.clock.advance(60_000)
  await during.deliverDue()
  expect(during.outside.inbox.findLast(({ to }) => to === mobile)).toMatchObject({
    text: expect.stringMatching(/^\d{6} /) as unknown,
  })
})

async function storedHash(mobile: string): Promise<string | null | undefined> {
  return (await createAgentStore(before.open.runner).findByMobile(mobile))?.passwordHash
}

let lastReference = 0

async function submitted(server: TestServer, agent: { mobile: string; token: string }, capture: object) {
  lastReference += 1
  const reference = `ROTATE-${lastReference}`
  return (await doKyc(server, { ...agent, reference, capture })).response
}
