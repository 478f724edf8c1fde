import { signInTexts } from '@ekyc/contract/sign-in-texts'
import { beforeEach, expect, test } from 'vitest'

import { refusal } from '../../../testing/refusal.ts'
import { agentPassword, freshPassword, serverOfFile } from '../../../testing/test-server.ts'
import { manyPlaces } from '../../../testing/database/until-in-place.ts'

const server = await serverOfFile({ policy: manyPlaces })

/** Each test asks from an address of its own, since an address has limits. */
let address = ''
let tests = 0
beforeEach(() => void (address = `192.0.2.${(tests += 1)}`))

async function requestOtp(mobile: string, token?: string): Promise<{ otpRefId: string; otp: string }> {
  const answer = await server.call('resetPassword', { username: mobile }, { token, address })
  return { ...answer['otpDetails'], otp: await server.lastOtp(mobile) }
}

test('[rule 4] an agent who may not set a new password is sent no OTP for a change, and the phone may still reset', async () => {
  const { mobile } = await server.newAgent({ withheld: ['SET_NEW_PASSWORD'] })
  const token = await server.signIn(mobile)

  const refused = await server.call('resetPassword', { username: mobile }, { token })

  expect([refused.status, refused.response]).toEqual([403, refusal('privilege_missing')])
  expect(await server.lastSms(mobile)).toBeUndefined()
  expect((await server.call('resetPassword', { username: mobile })).response.success).toBe(true)
})

const setPassword = (mobile: string, typed: { otp: string }, password = freshPassword, token?: string) =>
  server.setPassword(mobile, typed, { otp: typed.otp, password, token, address })

test('[API-5, API-6] [rules 10, 12] a right OTP sets the password, ends every session and every wait', async () => {
  const { mobile } = await server.newAgent()
  const token = await server.signIn(mobile)
  for (let failure = 0; failure < 6; failure += 1) await server.logIn(mobile, 'Wrong@2026')

  const answer = await setPassword(mobile, await requestOtp(mobile))

  expect(answer.response.success).toBe(true)
  expect((await server.call('getProfile', { username: mobile }, { token })).status).toBe(401)
  await expect(server.signIn(mobile, agentPassword)).rejects.toThrow(signInTexts.passwordIncorrect)
  expect(await server.signIn(mobile, freshPassword)).toBeTruthy()
})

test('[rule 7] an OTP is good once', async () => {
  const { mobile } = await server.newAgent()
  const used = await requestOtp(mobile)
  await setPassword(mobile, used)
  expect((await setPassword(mobile, used)).response).toEqual(refusal('otp_spent'))
})

test('asked again within 60 seconds, the same handle comes back and nothing is sent', async () => {
  const { mobile } = await server.newAgent()
  const first = await server.call('resetPassword', { username: mobile })
  await server.lastSms(mobile)
  const sent = server.outside.inbox.length

  server.clock.advance(20_000)
  const second = await server.call('resetPassword', { username: mobile })
  await server.lastSms(mobile)
  expect(second['otpDetails']).toEqual({ ...first['otpDetails'], resendAfter: 40 })
  expect(server.outside.inbox).toHaveLength(sent)

  server.clock.advance(39_999)
  const last = await server.call('resetPassword', { username: mobile })
  expect(last['otpDetails'].otpRefId).toBe(first['otpDetails'].otpRefId)
  server.clock.advance(1)
  const third = await server.call('resetPassword', { username: mobile })
  expect(third['otpDetails'].otpRefId).not.toBe(first['otpDetails'].otpRefId)
})

test('[rule 13] an unknown phone gets a handle of the same shape and no SMS', async () => {
  const known = await server.call('resetPassword', { username: (await server.newAgent()).mobile })
  const stranger = server.newMobile()
  const unknown = await server.call('resetPassword', { username: stranger })

  expect(Object.keys(unknown['otpDetails'])).toEqual(Object.keys(known['otpDetails']))
  expect(unknown['otpDetails']).toMatchObject({ resendAfter: 60, triesLeft: 5 })
  expect(await server.lastSms(stranger)).toBeUndefined()
  const refused = await setPassword(stranger, { ...unknown['otpDetails'], otp: '000000' })
  expect(refused.response).toEqual(refusal('wrong_otp'))
})

test('[PWD-1] a signed-in agent changes the password with the OTP sent to the session, and only there', async () => {
  const { mobile } = await server.newAgent()
  const token = await server.signIn(mobile)
  const otp = await requestOtp(mobile, token)

  expect((await setPassword(mobile, otp)).response.success).toBe(false)
  expect((await setPassword(mobile, otp, freshPassword, token)).response.success).toBe(true)
})

test('a bearer of another agent, or one that is none, sets nobody a password', async () => {
  const { mobile: owner } = await server.newAgent()
  const otp = await requestOtp(owner)
  const other = await server.signIn((await server.newAgent()).mobile)

  expect((await setPassword(owner, otp, freshPassword, other)).status).toBe(403)
  const unknown = await setPassword(owner, otp, freshPassword, 'x'.repeat(43))
  expect([unknown.status, unknown.response]).toEqual([401, refusal('unauthorized')])
  expect((await setPassword(owner, otp)).response.success).toBe(true)
})

test.each([
  'short1@A'.slice(0, 7),
  'nouppercase1@',
  'NoSpecial123',
  'Bad char1@é',
  `Long1@${'x'.repeat(60)}`,
])('a new password that breaks the rule is refused and spends no try (%s)', async password => {
  const { mobile } = await server.newAgent()
  const otp = await requestOtp(mobile)
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect((await setPassword(mobile, otp, password)).response.displayMsg).toBe(
      signInTexts.passwordUnreadable,
    )
  expect((await setPassword(mobile, otp)).response.success).toBe(true)
})
