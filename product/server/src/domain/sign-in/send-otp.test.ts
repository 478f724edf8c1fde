import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, describe, expect, test } from 'vitest'

import { operatorAt } from '../../../testing/operator-at.ts'
import { refusal } from '../../../testing/refusal.ts'
import {
  agentPassword,
  cookieOf,
  otherThan,
  serverOfFile,
  serverOfTest,
  type TestServer,
} from '../../../testing/test-server.ts'
import { hourMs, minuteMs, secondMs } from '../clocks.ts'
import { nilId } from '../ids.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile()
// Each test begins with no limit used.
beforeEach(() => server.clock.advance(25 * hourMs))

const { newMobile } = server
const home = '203.0.113.1'
const elsewhere = (number: number) => `198.51.100.${number}`

async function knownAgent(): Promise<string> {
  const { mobile } = await server.newAgent()
  await server.checkAndLogIn(mobile, agentPassword, { address: home })
  return mobile
}

const ask = (mobile: string, address = home, at = server) =>
  at.call('resetPassword', { username: mobile }, { address })

const guess = (mobile: string, address: string, at: TestServer) =>
  set(mobile, { otpRefId: 'x'.repeat(22) }, '111111', address, at)

const set = (mobile: string, otpDetails: object, otp: string, address = home, at = server) =>
  at.setPassword(mobile, otpDetails, { otp, address })

async function sentTo(mobile: string): Promise<{ count: number; otp: string; text: string }> {
  const text = (await server.lastSms(mobile)) ?? ''
  const count = server.outside.inbox.filter(
    ({ to, text: sent }) => to === mobile && /\b\d{6}\b/.test(sent),
  ).length
  return { count, otp: text.slice(0, 6), text }
}

async function auditOf(mobile: string): Promise<string[]> {
  const rows = (await server.auditRows({ actor: mobile })).filter(({ action }) =>
    /^password\..*otp$/.test(action),
  )
  return rows.map(({ action, subject, outcome }) => `${action} ${subject} ${outcome}`).toSorted()
}

describe('[rule 12] a stranger elsewhere', () => {
  test("gets a handle of its own within the agent's 60 seconds, and cannot spend the agent's tries", async () => {
    const mobile = await knownAgent()
    const own = await ask(mobile)
    const { otp } = await sentTo(mobile)

    const theirs = await ask(mobile, elsewhere(1))
    expect(theirs['otpDetails'].otpRefId).not.toBe(own['otpDetails'].otpRefId)
    for (let tries = 0; tries < 6; tries += 1)
      await set(mobile, theirs['otpDetails'], otherThan(otp), elsewhere(1))
    expect((await set(mobile, theirs['otpDetails'], otp, elsewhere(1))).response).toEqual(
      refusal('otp_spent'),
    )

    expect((await set(mobile, own['otpDetails'], otp)).response.success).toBe(true)
  })

  test('shares ten an hour with all who are not known; beyond it the answer looks the same, nothing is sent, nothing opens it', async () => {
    for (const [mobile, allowed] of [
      [await knownAgent(), 10],
      [newMobile(), 0],
    ] as const) {
      const before = (await sentTo(mobile)).count
      for (let send = 0; send < 10; send += 1) {
        await ask(mobile, elsewhere(send))
        await sentTo(mobile)
        server.clock.advance(2 * minuteMs)
      }
      const sent = await sentTo(mobile)
      const beyond = await ask(mobile, elsewhere(99))
      expect(beyond.status).toBe(200)
      expect(beyond['otpDetails']).toMatchObject({ resendAfter: 60, triesLeft: 5 })
      expect(await sentTo(mobile)).toEqual(sent)
      expect(sent.count - before).toBe(allowed)
      expect((await set(mobile, beyond['otpDetails'], '000000', elsewhere(99))).response).toEqual(
        refusal('wrong_otp'),
      )
      const known = await ask(mobile)
      expect(known.status).toBe(200)
      expect((await sentTo(mobile)).count).toBe(sent.count + (sent.count > 0 ? 1 : 0))
      server.clock.advance(25 * hourMs)
    }
  })

  test("ends no code of an agent, whose own code takes the place of the oldest of three strangers' codes", async () => {
    const mobile = await knownAgent()
    const strangers = []
    for (const number of [1, 2, 3]) {
      const { otpDetails } = await ask(mobile, elsewhere(number))
      strangers.push({ otpDetails, otp: (await sentTo(mobile)).otp, address: elsewhere(number) })
      server.clock.advance(secondMs)
    }
    const own = await ask(mobile)
    const { otp, count } = await sentTo(mobile)
    expect(count).toBe(4)
    await ask(mobile, elsewhere(4))
    expect((await sentTo(mobile)).count).toBe(4)

    const outcomes = []
    for (const stranger of strangers.slice(0, 2))
      outcomes.push((await set(mobile, stranger.otpDetails, stranger.otp, stranger.address)).response.code)
    expect(outcomes).toEqual(['wrong_otp', undefined])
    expect((await set(mobile, own['otpDetails'], otp)).response.success).toBe(true)
  })

  test('spends its own tries alone of a code that the bank sent to the agent', async () => {
    const mobile = await knownAgent()
    const admin = operatorAt({ databaseUrl: server.databaseUrl, now: server.clock.now })
    expect((await admin(`agents send-otp ${mobile}`)).code).toBe(0)
    await server.sendRequestedOtps()
    const { otp } = await sentTo(mobile)
    for (const number of [1, 2, 3, 4]) {
      const { otpDetails } = await ask(mobile, elsewhere(number))
      for (let tries = 0; tries < 5; tries += 1)
        await set(mobile, otpDetails, otherThan(otp), elsewhere(number))
      expect((await set(mobile, otpDetails, otp, elsewhere(number))).response).toEqual(refusal('otp_spent'))
    }
    const { otpDetails } = await ask(mobile, elsewhere(9))
    expect((await set(mobile, otpDetails, otp, elsewhere(9))).response.success).toBe(true)
  })
})

describe('[rule 12] an agent without a password', () => {
  test('is told by 429 how long the limit lasts, and gets one an hour beyond the twenty of a day', async () => {
    const { mobile } = await server.newAgent({ password: undefined })
    const statuses: number[] = []
    for (let send = 0; send < 20; send += 1) {
      if (send === 10) server.clock.advance(hourMs)
      statuses.push((await ask(mobile, elsewhere(send))).status)
      server.clock.advance(2 * minuteMs)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))

    for (let hour = 0; hour < 2; hour += 1) {
      const refused = await server.call('checkUser', { username: mobile }, { address: home })
      expect([refused.status, refused.response.code]).toEqual([429, 'too_many_otps'])
      const wait = Number(refused.headers['retry-after'])
      expect(wait).toBeLessThanOrEqual(3_600)
      server.clock.advance(wait * secondMs)
      const allowed = await server.call('checkUser', { username: mobile }, { address: home })
      expect(allowed).toMatchObject({ status: 200, otpRequired: true })
      server.clock.advance(2 * minuteMs)
    }
  })
})

describe('[rule 12] an address', () => {
  test('asks for twenty phones an hour, an IPv6 /64 counting as one', async () => {
    const statuses: number[] = []
    for (let phone = 0; phone < 21; phone += 1)
      statuses.push((await ask(newMobile(), `2001:db8:7:7::${phone.toString(16)}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    expect((await ask(newMobile(), '2001:db8:7:8::1')).status).toBe(200)
    server.clock.advance(hourMs)
    expect((await ask(newMobile(), '2001:db8:7:7::1')).status).toBe(200)
  })

  test('asks for twenty phones beside those that a known device behind it asks for, which goes on beyond', async () => {
    const [mobile, other] = [await knownAgent(), await knownAgent()]
    const cookies = new Map<string, string>()
    for (const one of [mobile, other])
      cookies.set(one, cookieOf(await server.checkAndLogIn(one, agentPassword, { address: home })))
    const askFrom = (one: string) =>
      server.call(
        'resetPassword',
        { username: one },
        { address: '203.0.113.9', headers: { cookie: cookies.get(one) ?? '' } },
      )

    expect((await askFrom(mobile)).status).toBe(200)
    for (let phone = 0; phone < 20; phone += 1)
      expect((await ask(newMobile(), '203.0.113.9')).status).toBe(200)
    expect((await ask(newMobile(), '203.0.113.9')).status).toBe(429)
    expect((await askFrom(other)).status).toBe(200)
  })

  test('shares five times its limits with the IPv6 /48 around it', async () => {
    const strict = await serverOfTest({
      databaseUrl: server.databaseUrl,
      policy: { ...defaultPolicy, otpPhonesPerAddressPerHour: 1, wrongOtpsPerHour: 1 },
    })
    for (const call of [ask, guess]) {
      const statuses = []
      for (const network of ['77:0', '77:1', '77:2', '77:3', '77:4', '77:5', '78:0'])
        statuses.push((await call(newMobile(), `2001:db8:${network}::1`, strict)).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200])
    }
  })

  test('gives thirty wrong codes an hour across phones, right ones not counted; then no code is compared', async () => {
    const address = elsewhere(7)
    for (let phone = 0; phone < 6; phone += 1) {
      const mobile = phone === 0 ? await knownAgent() : newMobile()
      const { otpDetails } = await ask(mobile, address)
      for (let tries = 0; tries < 5; tries += 1) {
        const wrong = otherThan((await sentTo(mobile)).otp)
        expect((await set(mobile, otpDetails, wrong, address)).status).toBe(200)
      }
    }
    const mobile = await knownAgent()
    const { otpDetails } = await ask(mobile, address)
    const { otp } = await sentTo(mobile)
    const refused = await set(mobile, otpDetails, otp, address)
    expect([refused.status, refused.response.code]).toEqual([429, 'too_many_wrong_otps'])
    expect(Number(refused.headers['retry-after'])).toBe(3_600)
    expect((await set(mobile, otpDetails, otp, elsewhere(8))).response.success).toBe(true)
  })
})

test('[rule 7] a wrong code tells the tries that are left; spent and expired ones are told apart from it', async () => {
  const mobile = await knownAgent()
  const { otpDetails } = await ask(mobile)
  const { otp } = await sentTo(mobile)
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    const answer = await set(mobile, otpDetails, otherThan(otp))
    expect(answer.response).toEqual(refusal('wrong_otp'))
    expect(answer['otpDetails']).toEqual({ ...otpDetails, triesLeft })
  }
  expect((await set(mobile, otpDetails, otp)).response).toEqual(refusal('otp_spent'))

  server.clock.advance(minuteMs)
  const next = await ask(mobile)
  const late = (await sentTo(mobile)).otp
  server.clock.advance(5 * minuteMs)
  expect((await set(mobile, next['otpDetails'], late)).response).toEqual(refusal('otp_expired'))
  expect((await set(mobile, { otpRefId: 'nobody' }, late)).response).toEqual(refusal('wrong_otp'))
})

test('[rule 13] a reset writes the same rows for a phone that nobody has, and for one beyond its share', async () => {
  const tables = ['one_time_codes', 'one_time_password_sends', 'address_marks', 'outbox', 'audit_events']
  const counts = () =>
    server.sql<Record<string, number>>(
      `select ${tables.map(table => `(select count(*)::integer from ${table}) as ${table}`).join(', ')}`,
    )
  const writtenBy = async (mobile: string, address: string) => {
    const [before = {}] = await counts()
    expect((await ask(mobile, address)).status).toBe(200)
    const [after = {}] = await counts()
    return Object.fromEntries(tables.map(table => [table, Number(after[table]) - Number(before[table])]))
  }
  const mobile = await knownAgent()
  const ofAgent = await writtenBy(mobile, '203.0.1.1')
  expect(ofAgent).toMatchObject({ outbox: 1, one_time_codes: 1 })
  expect(await writtenBy(newMobile(), '203.0.2.1')).toEqual(ofAgent)

  for (const number of [3, 4]) await ask(mobile, elsewhere(number))
  const { count } = await sentTo(mobile)
  expect(await writtenBy(mobile, '203.0.5.1')).toEqual(ofAgent)
  expect((await sentTo(mobile)).count).toBe(count)
  const decoys = await server.sql(`select next_attempt_on, body from outbox where agent_id = '${nilId}'`)
  expect(decoys.length).toBeGreaterThan(0)
  expect(new Set(decoys.map(decoy => JSON.stringify(decoy)))).toEqual(
    new Set([JSON.stringify({ next_attempt_on: null, body: null })]),
  )
})

test('SMS and answer show the same two digits', async () => {
  const mobile = await knownAgent()
  const { otpDetails } = await ask(mobile)
  expect(otpDetails.mark).toMatch(/^\d\d$/)
  expect((await sentTo(mobile)).text).toContain(`Its mark is ${otpDetails.mark}.`)
})

test("with a bank's text that has no mark the answer names none, and the OTP sets the password", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-text-without-mark-'))
  const brandingFile = join(folder, 'branding.json')
  const demo = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../../branding/default.json'), 'utf8'),
  ) as object
  writeFileSync(
    brandingFile,
    JSON.stringify({ ...demo, sms: { oneTimePassword: '{otp} opens {productName}' } }),
  )
  const bank = await serverOfTest({ databaseUrl: server.databaseUrl, brandingFile })
  rmSync(folder, { recursive: true })
  const { mobile } = await server.newAgent()
  const { otpDetails } = await bank.call('resetPassword', { username: mobile })
  expect(otpDetails).not.toHaveProperty('mark')
  expect((await bank.setPassword(mobile, otpDetails)).response.success).toBe(true)
})

test('[rule 17] sends, wrong, spent and expired codes are audit rows', async () => {
  const mobile = await knownAgent()
  const { otpDetails } = await ask(mobile)
  const { otp } = await sentTo(mobile)
  for (let tries = 0; tries < 6; tries += 1) await set(mobile, otpDetails, otherThan(otp))
  server.clock.advance(5 * minuteMs)
  await set(mobile, otpDetails, otp)

  expect(await auditOf(mobile)).toEqual([
    'password.check-otp reset expired',
    'password.check-otp reset spent',
    ...Array.from({ length: 5 }, () => 'password.check-otp reset wrong'),
    'password.send-otp reset done',
  ])
})

test('requests and guesses are counted by their outcome', async () => {
  const valueOf = async (event: string) => {
    const { text } = await server.metrics.read()
    const line = text
      .split('\n')
      .find(one => one.startsWith(`ekyc_one_time_passwords_total{event="${event}"}`))
    return Number(line?.split(' ')[1] ?? 0)
  }
  const events = ['sent', 'repeated', 'withheld', 'throttled', 'right', 'wrong']
  const before = await Promise.all(events.map(valueOf))
  const mobile = await knownAgent()
  const { otpDetails } = await ask(mobile)
  await ask(mobile)
  const { otp } = await sentTo(mobile)
  await set(mobile, otpDetails, otherThan(otp))
  await set(mobile, otpDetails, otp)
  for (let phone = 0; phone < 20; phone += 1) await ask(newMobile())
  const after = await Promise.all(events.map(valueOf))
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1, 19, 1, 1, 1])
})
