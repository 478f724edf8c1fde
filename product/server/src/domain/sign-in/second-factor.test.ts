import { sessionLifeMs } from '@ekyc/contract/limits'
import { beforeEach, expect, test } from 'vitest'

import { refusal } from '../../../testing/refusal.ts'
import { createSoftAuthenticator } from '../../../testing/outside/soft-authenticator.ts'
import { addPasskey, portalOrigin, site } from '../../../testing/passkeys.ts'
import {
  agentPassword,
  serverOfFile,
  type TestAnswer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { dayMs, hourMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile({ secondFactor: 'required', portalOrigin })
const { databaseUrl } = server
const required = { secondFactor: 'required', databaseUrl } as const
const others = {
  offered: await serverOfFile({ secondFactor: 'offered', databaseUrl }),
  grace: await serverOfFile({ ...required, policy: { ...defaultPolicy, secondFactorGraceDays: 7 } }),
  each: await serverOfFile({ ...required, policy: { ...defaultPolicy, secondFactorEachLogIn: 1 } }),
}

let tests = 0
let address = ''
beforeEach(() => {
  address = `192.0.2.${(tests += 1)}`
  // Each test begins at 9:30 in India on a day of its own, on all servers.
  const morning = new Date(`2026-03-${String(tests).padStart(2, '0')}T04:00:00Z`)
  for (const one of [server, ...Object.values(others)]) one.clock.set(morning)
})

const { newAgent, lastOtp } = server

/** Returns a browser that keeps the cookies of its log-ins, also of several agents. */
function newBrowser(from = server) {
  const cookies = new Map<string, string>()
  const call = async (name: Parameters<TestServer['call']>[0], fields: object) => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await from.call(name, fields, { address, headers: { cookie } })
    for (const [, key = '', value = ''] of String(answer.headers['set-cookie']).matchAll(
      /(device-\w+)=([^;]+)/g,
    ))
      cookies.set(key, value)
    return answer
  }
  return {
    call,
    async logIn(mobile: string, more: object = {}, password = agentPassword) {
      await call('checkUser', { username: mobile })
      return call('login', { username: mobile, password: from.encrypted(password, mobile), ...more })
    },
  }
}
type Browser = ReturnType<typeof newBrowser>

/** Returns the code of the last SMS to the phone beside its handle, as the portal sends them. */
const typed = async (mobile: string, otpDetails: object) => ({
  otpDetails: { ...otpDetails, otp: await lastOtp(mobile) },
})

async function bothFactors(browser: Browser, mobile: string): Promise<TestAnswer> {
  const { otpDetails } = await browser.logIn(mobile, { secondFactor: 'otp' })
  return browser.logIn(mobile, await typed(mobile, otpDetails))
}

const needed = { response: refusal('second_factor_needed'), otpRequired: true }

test('[control 10] where it is required, a password alone opens no session: it leads to an OTP, and both open one', async () => {
  const { mobile, id } = await newAgent()
  const browser = newBrowser()
  const asked = await browser.logIn(mobile)
  expect(asked).toMatchObject({ status: 200, ...needed, requiredFrom: null })
  expect(asked['otpDetails']).toMatchObject({ triesLeft: 5, sentTo: `XXXXXX${mobile.slice(-4)}` })
  expect(asked).not.toHaveProperty('token')
  expect(await server.sql('select from sessions where agent_id = $1', [id])).toEqual([])
  expect(await server.lastSms(mobile)).toMatch(/^\d{6} confirms a log-in with your password for Demo Bank/)

  const opened = await browser.logIn(mobile, await typed(mobile, asked['otpDetails']))
  expect(opened).toMatchObject({ response: { success: true }, expiresIn: sessionLifeMs })
  const rows = await server.auditRows({ agentId: id, action: 'session.open' })
  expect(rows).toMatchObject([{ subject: 'session, with OTP', outcome: 'done' }])
})

test('[control 10] a browser has shown both factors until the India day ends; another one, and each further day, not', async () => {
  const { mobile } = await newAgent()
  const browser = newBrowser()
  await bothFactors(browser, mobile)
  server.clock.advance(14 * hourMs)
  expect((await browser.logIn(mobile)).response.success).toBe(true)
  expect(await newBrowser().logIn(mobile)).toMatchObject(needed)
  server.clock.advance(hourMs)
  expect(await browser.logIn(mobile)).toMatchObject(needed)
})

test('[control 10] on a shared computer the factor of one agent never counts for another', async () => {
  const [first, second] = [await newAgent(), await newAgent()]
  const shared = newBrowser()
  await bothFactors(shared, first.mobile)
  await bothFactors(shared, second.mobile)
  server.clock.advance(dayMs)
  await bothFactors(shared, first.mobile)
  expect((await shared.logIn(first.mobile)).response.success).toBe(true)
  expect(await shared.logIn(second.mobile)).toMatchObject(needed)
})

test('[control 10] the bank may ask for both factors at each log-in', async () => {
  const { mobile } = await newAgent()
  const browser = newBrowser(others.each)
  expect((await bothFactors(browser, mobile)).response.success).toBe(true)
  others.each.clock.advance(61_000)
  expect(await browser.logIn(mobile)).toMatchObject(needed)
})

test('[control 10] a passkey is two factors by itself, in one step as before', async () => {
  const { mobile } = await newAgent()
  const browser = newBrowser()
  const { token } = await bothFactors(browser, mobile)
  const authenticator = createSoftAuthenticator(site)
  await addPasskey(server, { mobile, token: token as string }, authenticator, { address })

  server.clock.advance(dayMs)
  await browser.call('checkUser', { username: mobile })
  const start = await browser.call('startPasskeyLogin', { username: mobile })
  const credential = await authenticator.sign(start['options'])
  expect((await browser.call('loginByPasskey', { username: mobile, credential })).response.success).toBe(true)
  // The log-in by passkey counts as both factors in this browser until the day ends.
  expect((await browser.logIn(mobile)).response.success).toBe(true)
})

test('where it is offered, a client of the specification gets its session, and the portal may ask first', async () => {
  const { mobile, id } = await newAgent()
  const browser = newBrowser(others.offered)
  const offer = await browser.logIn(mobile, { secondFactor: 'ask' })
  expect(offer).toMatchObject({
    response: refusal('second_factor_offered'),
    otpRequired: false,
    requiredFrom: null,
  })
  expect(await server.sql('select from sessions where agent_id = $1', [id])).toEqual([])
  expect(await server.lastSms(mobile)).toBeUndefined()
  expect((await browser.logIn(mobile, { otpDetails: null })).response.success).toBe(true)
  expect(await browser.logIn(mobile, { secondFactor: 'otp' })).toMatchObject(needed)
  expect((await bothFactors(browser, mobile)).response.success).toBe(true)
  expect((await browser.logIn(mobile, { secondFactor: 'ask' })).response.success).toBe(true)
})

test('days of grace begin with the first log-in by a password alone, whose sessions end with them', async () => {
  const { mobile } = await newAgent()
  const { clock } = others.grace
  const ends = new Date(clock.now().getTime() + 7 * dayMs).toISOString()
  const browser = newBrowser(others.grace)
  const offer = await browser.logIn(mobile, { secondFactor: 'ask' })
  expect(offer).toMatchObject({ response: refusal('second_factor_offered'), requiredFrom: ends })
  expect(await browser.logIn(mobile)).toMatchObject({ response: { success: true }, expiresIn: sessionLifeMs })
  clock.advance(6 * dayMs)
  const last = await browser.logIn(mobile)
  expect(last).toMatchObject({ response: { success: true }, expiresIn: dayMs })
  clock.advance(dayMs)
  server.clock.set(clock.now())
  const profile = await others.grace.call('getProfile', { username: mobile }, { token: last['token'] })
  expect(profile.status).toBe(401)
  expect(await browser.logIn(mobile)).toMatchObject(needed)
})

test('[control 10] days of grace end with the first log-in that had a factor', async () => {
  const begun = [await newAgent(), await newAgent()]
  for (const [index, { mobile }] of begun.entries()) {
    const browser = newBrowser(others.grace)
    if (index === 1) await browser.logIn(mobile)
    expect((await bothFactors(browser, mobile)).response.success).toBe(true)
    const thief = newBrowser(others.grace)
    expect(await thief.logIn(mobile)).toMatchObject({ ...needed, requiredFrom: null })
  }
})

test('the right password without its second factor is no failure, and gives the address no trust', async () => {
  const { mobile } = await newAgent()
  const browser = newBrowser()
  for (let resend = 0; resend < 4; resend += 1) {
    await browser.logIn(mobile, {}, 'Wrong@2026')
    expect(await browser.logIn(mobile)).toMatchObject(needed)
    server.clock.advance(61_000)
  }
  const trusted = await server.sql(
    'select from login_attempts where mobile = $1 and trusted_until is not null',
    [mobile],
  )
  expect(trusted).toEqual([])
})

// Each row is an attack that must open no session. Its text says what the attacker has.
const attempts: [what: string, of: (agent: { mobile: string }, browser: Browser) => Promise<TestAnswer>][] = [
  [
    'an OTP without the password',
    async ({ mobile }, browser) => {
      const { otpDetails } = await newBrowser().logIn(mobile)
      return browser.logIn(mobile, await typed(mobile, otpDetails), 'Guess@2026')
    },
  ],
  [
    'the password, and an OTP that was used',
    async ({ mobile }, browser) => {
      const { otpDetails } = await newBrowser().logIn(mobile)
      const used = await typed(mobile, otpDetails)
      await newBrowser().logIn(mobile, used)
      return browser.logIn(mobile, used)
    },
  ],
  [
    "the password, and an attacker's own OTP of another agent",
    async ({ mobile }, browser) => {
      const own = await newAgent()
      const { otpDetails } = await browser.logIn(own.mobile)
      return browser.logIn(mobile, await typed(own.mobile, otpDetails))
    },
  ],
  [
    'the password, and the OTP of a reset',
    async ({ mobile }, browser) => {
      const agents = newBrowser()
      await bothFactors(agents, mobile)
      server.clock.advance(dayMs)
      const { otpDetails } = await agents.call('resetPassword', { username: mobile })
      return browser.logIn(mobile, await typed(mobile, otpDetails))
    },
  ],
  [
    'the password, and an OTP that has expired',
    async ({ mobile }, browser) => {
      const { otpDetails } = await browser.logIn(mobile)
      server.clock.advance(5 * 60_000 + 1)
      return browser.logIn(mobile, await typed(mobile, otpDetails))
    },
  ],
  [
    'the password, and a handle that nobody gave',
    ({ mobile }, browser) => browser.logIn(mobile, { otpDetails: { otpRefId: 'invented', otp: '123456' } }),
  ],
  [
    'the password, and the wish to leave the factor out',
    ({ mobile }, browser) => browser.logIn(mobile, { secondFactor: 'ask' }),
  ],
  [
    'the password alone, for the calls of a session',
    async ({ mobile }, browser) => {
      await browser.logIn(mobile)
      return browser.call('getProfile', { username: mobile })
    },
  ],
]

test.each(attempts)('[control 10] %s opens nothing', async (_what, attempt) => {
  const agent = await newAgent()
  const browser = newBrowser()
  const { response, token } = await attempt(agent, browser)
  expect([response.success, token]).toEqual([false, undefined])
})

test('[control 10] the OTP of a log-in sets no password, and adds no passkey', async () => {
  const { mobile } = await newAgent()
  const { otpDetails } = await newBrowser().logIn(mobile)
  const newPassword = server.encrypted('Fresh@Start1', mobile)
  const fields = { username: mobile, newPassword, ...(await typed(mobile, otpDetails)) }
  const set = await newBrowser().call('setPassword', fields)
  expect(set.response).toEqual(refusal('wrong_otp'))
})

test('[control 10] of two log-ins with one OTP at the same moment one is opened', async () => {
  const { mobile, id } = await newAgent()
  const { otpDetails } = await newBrowser().logIn(mobile)
  const same = await typed(mobile, otpDetails)
  const both = await Promise.all([newBrowser().logIn(mobile, same), newBrowser().logIn(mobile, same)])
  expect(both.filter(({ response }) => response.success)).toHaveLength(1)
  expect(await server.sql('select from sessions where agent_id = $1', [id])).toHaveLength(1)
})

test('[control 10] a stolen password gives no more guesses from many addresses: they share one OTP and its tries', async () => {
  const { mobile } = await newAgent()
  const handles = new Set<string>()
  for (let one = 0; one < 3; one += 1) {
    address = `198.51.100.${one}`
    const { otpDetails } = await newBrowser().logIn(mobile)
    handles.add(otpDetails?.otpRefId ?? '')
  }
  expect(handles.size).toBe(1)
})

test('[control 10] who has the SIM alone gets no password by it: in a browser without a log-in of the agent only the bank helps', async () => {
  const { mobile } = await newAgent()
  const agents = newBrowser()
  await bothFactors(agents, mobile)
  const before = await server.lastSms(mobile)
  address = '198.51.100.77'
  server.clock.advance(dayMs)
  const thief = newBrowser()
  const { response, otpDetails } = await thief.call('resetPassword', { username: mobile })
  expect(response.success).toBe(true)
  expect(otpDetails).toMatchObject({ triesLeft: 5 })
  expect(await server.lastSms(mobile)).toBe(before)

  // In the agent's own browser, the OTP sets a password and also counts as the second factor.
  const own = await agents.call('resetPassword', { username: mobile })
  const newPassword = server.encrypted('Fresh@Start1', mobile)
  const fields = { username: mobile, newPassword, ...(await typed(mobile, own['otpDetails'])) }
  const set = await agents.call('setPassword', fields)
  expect(set.response.success).toBe(true)
  expect(await thief.logIn(mobile, {}, 'Fresh@Start1')).toMatchObject(needed)
  expect((await agents.logIn(mobile, {}, 'Fresh@Start1')).response.success).toBe(true)
})
