import { lockWithoutEnd } from '@ekyc/contract/limits'
import { beforeEach, expect, test } from 'vitest'

import { listPasswordWaits } from '../../database/agents/agents.ts'
import { runHousekeeping } from '../../database/housekeeping.ts'
import { createSignInAttemptStore } from '../../database/sign-in/sign-in-attempts.ts'
import { refusal } from '../../../testing/refusal.ts'
import { agentPassword, cookieOf, serverOfFile, serverOfTest } from '../../../testing/test-server.ts'
import { manyPlaces } from '../../../testing/database/until-in-place.ts'
import { dayMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile({ policy: { ...manyPlaces, failuresBeforeLock: 3 } })

let tests = 0
let home = ''
beforeEach(() => void (home = `192.0.2.${(tests += 1)}`))

const { newAgent } = server

type From = { address?: string; cookie?: string }

const logIn = (mobile: string, password = agentPassword, { address = home, cookie = '' }: From = {}) =>
  server.checkAndLogIn(mobile, password, { address, headers: { cookie } })

const wrong = (mobile: string, from?: From) => logIn(mobile, 'Wrong@2026', from)

const locked = refusal('account_locked')

test('[control 15] the third wrong password in a row locks the password, from whatever addresses they came', async () => {
  const { mobile, id } = await newAgent()
  const answers = []
  for (const last of [1, 2, 3]) answers.push(await wrong(mobile, { address: `198.51.100.${last}` }))
  expect(answers.map(({ response }) => response.code)).toEqual([
    'wrong_password',
    'wrong_password',
    'account_locked',
  ])
  expect((await logIn(mobile)).response).toEqual(locked)
  server.clock.advance(30 * dayMs)
  expect((await logIn(mobile)).response).toEqual(locked)
  const rows = await server.auditRows({ agentId: id, action: 'session.open' })
  expect(rows.map(({ subject }) => subject)).toEqual(['session', 'session', 'session, password locked'])
})

test('[control 15] [rule 13] a phone that nobody has is locked alike', async () => {
  const nobody = server.newMobile()
  const codes = []
  for (let tries = 0; tries < 4; tries += 1) codes.push((await wrong(nobody)).response.code)
  expect(codes).toEqual(['wrong_password', 'wrong_password', 'account_locked', 'account_locked'])
})

test('[control 15] of many guesses at once no more than three are compared', async () => {
  const { mobile, id } = await newAgent()
  await server.call('checkUser', { username: mobile }, { address: home })
  const guesses = Array.from({ length: 12 }, (_, index) =>
    server.logIn(mobile, 'Wrong@2026', { address: `203.0.113.${index}` }),
  )
  await Promise.all(guesses)
  expect(await server.auditRows({ agentId: id, action: 'session.open' })).toHaveLength(3)
})

test('[control 15] a lock ends no running session, and is no lock of passwords that were right in between', async () => {
  const { mobile } = await newAgent()
  const { token } = await logIn(mobile)
  await wrong(mobile)
  await wrong(mobile)
  expect((await logIn(mobile)).response.success).toBe(true)
  for (let tries = 0; tries < 3; tries += 1) await wrong(mobile)
  expect((await logIn(mobile)).response).toEqual(locked)
  const profile = await server.call('getProfile', { username: mobile }, { token, address: home })
  expect(profile.status).toBe(200)
})

test('[control 15] a stranger who locks the password keeps no browser out that the agent has used', async () => {
  const { mobile } = await newAgent()
  const stranger = { address: '198.51.100.66' }
  const cookie = cookieOf(await logIn(mobile))
  for (let tries = 0; tries < 3; tries += 1) await wrong(mobile, stranger)
  expect((await logIn(mobile, agentPassword, stranger)).response).toEqual(locked)
  server.clock.advance(dayMs)
  expect((await logIn(mobile, agentPassword, { cookie })).response.success).toBe(true)
  // Wrong passwords in the agent's own browser lock the password there.
  for (let tries = 0; tries < 3; tries += 1) await wrong(mobile, { cookie })
  expect((await logIn(mobile, agentPassword, { cookie })).response).toEqual(locked)

  // A new password, set in that browser, ends the lock everywhere.
  const here = { address: home, headers: { cookie } }
  const { otpDetails } = await server.call('resetPassword', { username: mobile }, here)
  await server.setPassword(mobile, otpDetails, { password: 'Fresh@Start1', ...here })
  expect((await logIn(mobile, 'Fresh@Start1', { cookie })).response.success).toBe(true)
  expect((await logIn(mobile, 'Fresh@Start1', stranger)).response.success).toBe(true)
})

test('[control 15] where no OTP comes to an unknown browser, the text tells who helps, and a known browser goes on', async () => {
  const { mobile } = await newAgent()
  const cookie = cookieOf(await logIn(mobile))
  const strict = await serverOfTest({
    databaseUrl: server.databaseUrl,
    policy: { ...manyPlaces, failuresBeforeLock: 3 },
    secondFactor: 'required',
  })
  strict.clock.set(server.clock.now())
  const elsewhere = { address: '198.51.100.67' }
  const answers = []
  for (let tries = 0; tries < 3; tries += 1)
    answers.push(await strict.checkAndLogIn(mobile, 'Wrong@2026', elsewhere))
  expect(answers.at(-1)?.response).toMatchObject({
    code: 'account_locked',
    displayMsg: expect.stringMatching(/If no OTP comes, please contact your bank\.$/),
  })
  const before = await strict.lastSms(mobile)
  await strict.call('resetPassword', { username: mobile }, elsewhere)
  expect(await strict.lastSms(mobile)).toBe(before)
  const known = await strict.checkAndLogIn(mobile, agentPassword, { address: home, headers: { cookie } })
  expect(known.response.code).toBe('second_factor_needed')
})

test('[A24] a lock that nobody ends is forgotten after 30 days, of an agent as of an unknown phone', async () => {
  const phones = [(await newAgent()).mobile, '9539999999']
  const rowsAfter = async (days: number) => {
    const at = new Date(server.clock.now().getTime() + days * dayMs)
    await runHousekeeping(server.open.runner, at, defaultPolicy)
    return server.sql('select from login_attempts where mobile = any($1)', [phones])
  }
  for (const mobile of phones) for (let tries = 0; tries < 3; tries += 1) await wrong(mobile)
  expect(await rowsAfter(29)).toHaveLength(2)
  expect(await rowsAfter(31)).toHaveLength(0)
})

test('[control 15] staff see the lock, and unlocking ends it', async () => {
  const { mobile } = await newAgent()
  for (let tries = 0; tries < 3; tries += 1) await wrong(mobile)
  const query = { mobiles: [mobile], at: server.clock.now() }
  expect(await listPasswordWaits(server.open.runner, query)).toMatchObject([
    { lockedUntil: new Date(lockWithoutEnd) },
  ])
  await createSignInAttemptStore(server.open.runner).unblock(mobile)
  expect((await logIn(mobile)).response.success).toBe(true)
})
