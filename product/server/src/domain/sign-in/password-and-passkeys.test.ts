import { beforeEach, expect, test } from 'vitest'

import { operatorAt } from '../../../testing/operator-at.ts'
import { refusal } from '../../../testing/refusal.ts'
import { createSoftAuthenticator, type Authenticator } from '../../../testing/outside/soft-authenticator.ts'
import { addPasskey, logInByPasskey, portalOrigin, site } from '../../../testing/passkeys.ts'
import { serverOfFile, serverOfTest } from '../../../testing/test-server.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile({ portalOrigin })

let tests = 0
let address = ''
beforeEach(() => void (address = `192.0.2.${(tests += 1)}`))

async function newAgent(passkeys: number) {
  const { mobile, id, token } = await server.signedInAgent()
  const authenticators = []
  for (let made = 0; made < passkeys; made += 1) {
    const authenticator = createSoftAuthenticator(site)
    await addPasskey(server, { mobile, token }, authenticator, { address })
    authenticators.push(authenticator)
    server.clock.advance(61_000)
  }
  return { mobile, id, token, authenticators }
}

const ask = (mobile: string, token?: string, from = server) =>
  from.call('resetPassword', { username: mobile }, { token, address })

const set = (mobile: string, otpDetails: object, more: Parameters<typeof server.setPassword>[2] = {}) =>
  server.setPassword(mobile, otpDetails, { address, ...more })

const logsIn = async (mobile: string, authenticator: Authenticator) =>
  (await logInByPasskey(server, mobile, authenticator)).response.success

async function change(mobile: string, token: string, keepPasskeys?: string[]) {
  const { otpDetails } = await ask(mobile, token)
  return set(mobile, otpDetails, { token, ...(keepPasskeys && { keepPasskeys }) })
}

test('[K1] a change of the password in a session keeps the passkeys that the agent names, and removes the others', async () => {
  const { mobile, token, authenticators } = await newAgent(2)
  const [kept, intruders] = authenticators
  if (!kept || !intruders) throw new Error('two passkeys')
  expect((await change(mobile, token, [kept.id])).response.success).toBe(true)
  expect([await logsIn(mobile, kept), await logsIn(mobile, intruders)]).toEqual([true, false])
})

test('[K1] a change of the password that names no passkeys removes all of them', async () => {
  const { mobile, token, authenticators } = await newAgent(2)
  expect((await change(mobile, token)).response.success).toBe(true)
  for (const authenticator of authenticators) expect(await logsIn(mobile, authenticator)).toBe(false)
})

test('a reset without a session removes all passkeys, whatever it names', async () => {
  const { mobile, id, authenticators } = await newAgent(1)
  await server.sql('update agents set reset_demanded = true where id = $1', [id])
  const { otpDetails } = await ask(mobile)
  const keepPasskeys = authenticators.map(one => one.id)
  const answer = await set(mobile, otpDetails, { keepPasskeys })
  expect(answer.response.success).toBe(true)
  for (const authenticator of authenticators) expect(await logsIn(mobile, authenticator)).toBe(false)
})

test('[K7] an agent with a passkey is reset by no OTP alone: the answers are those of an unknown phone, and no SMS leaves', async () => {
  const { mobile, token } = await newAgent(1)
  const before = await server.lastSms(mobile)
  const plain = (answer: object) =>
    JSON.parse(JSON.stringify({ ...answer, headers: 0 }), (key, value: unknown) =>
      ['otpRefId', 'sentTo', 'mark'].includes(key) ? typeof value : value,
    ) as unknown
  const guess = (phone: string, otpRefId: string) => set(phone, { otpRefId }, { otp: '123456' })
  const nobody = server.newMobile()
  for (let sends = 0; sends < 6; sends += 1) {
    const [theirs, unknown] = [await ask(mobile), await ask(nobody)]
    expect(plain(theirs)).toEqual(plain(unknown))
    const again = [await ask(mobile), await ask(nobody)]
    expect(again.map(answer => answer['otpDetails']?.otpRefId)).toEqual(
      [theirs, unknown].map(answer => answer['otpDetails']?.otpRefId),
    )
    const handle = theirs['otpDetails'] ?? { otpRefId: 'none' }
    const guesses = [
      await guess(mobile, handle.otpRefId),
      await guess(nobody, unknown['otpDetails']?.otpRefId ?? 'none'),
    ]
    expect(plain(guesses[0] ?? {})).toEqual(plain(guesses[1] ?? {}))
    expect(guesses[0]?.response).toEqual(refusal('wrong_otp'))
    server.clock.advance(60_000)
  }
  expect(await server.lastSms(mobile)).toBe(before)

  address = '198.51.100.7'
  const { response } = await ask(mobile, token)
  expect(response.success).toBe(true)
  expect(await server.lastSms(mobile)).not.toBe(before)
})

test('[K7] even a known address gets no other handle for an agent with a passkey', async () => {
  const { mobile } = await newAgent(1)
  address = '127.0.0.1'
  const first = await ask(mobile)
  const before = await server.lastSms(mobile)
  expect((await ask(mobile))['otpDetails'].otpRefId).toBe(first['otpDetails'].otpRefId)
  expect(await server.lastSms(mobile)).toBe(before)
})

test("[K7] the bank's own code, and a reset that the bank demands, serve an agent with a passkey from a known address too", async () => {
  const { mobile } = await newAgent(1)
  address = '127.0.0.1'
  await ask(mobile)
  const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
  expect((await admin(`agents send-otp ${mobile}`)).code).toBe(0)
  await server.sendRequestedOtps()
  const { otpDetails } = await ask(mobile)
  const answer = await set(mobile, otpDetails)
  expect(answer.response.success).toBe(true)
})

test('where the bank allows it, an OTP alone resets an agent with a passkey, and removes the passkey', async () => {
  const policy = { ...defaultPolicy, otpResetsWithPasskey: 1 }
  const lenient = await serverOfTest({ databaseUrl: server.databaseUrl, portalOrigin, policy })
  const { mobile, authenticators } = await newAgent(1)
  lenient.clock.set(server.clock.now())
  const { otpDetails } = await ask(mobile, undefined, lenient)
  const answer = await set(mobile, otpDetails, { otp: await lenient.lastOtp(mobile) })
  expect(answer.response.success).toBe(true)
  for (const authenticator of authenticators) expect(await logsIn(mobile, authenticator)).toBe(false)
})
