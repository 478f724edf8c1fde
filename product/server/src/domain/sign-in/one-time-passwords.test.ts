import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { refusal } from '../../../testing/refusal.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { hourMs, minuteMs } from '../durations.ts'
import { nilId } from '../new-id.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())
// Each test begins with no limit used.
beforeEach(() => server.clock.advance(25 * hourMs))

let lastMobile = 9_310_000_000
const newMobile = () => String((lastMobile += 1))
const home = '203.0.113.1'
const elsewhere = (number: number) => `198.51.100.${number}`

async function knownAgent(): Promise<string> {
  const mobile = newMobile()
  await server.addAgent({ mobile, password: agentPassword })
  await server.call('checkUser', { username: mobile }, { address: home })
  const password = encryptPassword(agentPassword, mobile, indiaDate(server.clock.now()))
  await server.call('login', { username: mobile, password, otpDetails: null }, { address: home })
  return mobile
}

const ask = (mobile: string, address = home) =>
  server.call('resetPassword', { username: mobile }, { address })

function set(mobile: string, otpDetails: object, otp: string, address = home) {
  const newPassword = encryptPassword('Fresh@Start1', mobile, indiaDate(server.clock.now()))
  return server.call(
    'setPassword',
    { username: mobile, otpDetails: { ...otpDetails, otp }, newPassword },
    { address },
  )
}

async function sentTo(mobile: string): Promise<{ count: number; otp: string; text: string }> {
  const text = (await server.lastSms(mobile)) ?? ''
  const count = server.outside.inbox.filter(
    ({ to, text: sent }) => to === mobile && /\b\d{6}\b/.test(sent),
  ).length
  return { count, otp: text.slice(0, 6), text }
}

const otherThan = (otp: string) => (otp === '123456' ? '654321' : '123456')

async function auditOf(mobile: string): Promise<string[]> {
  const rows = await runSql<{ row: string }>(
    server.open.runner,
    `select action || ' ' || subject || ' ' || outcome as row from audit_events
     where action like 'password.%otp' and actor = $1 order by 1`,
    [mobile],
  )
  return rows.map(({ row }) => row)
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
})

describe('[rule 12] an address', () => {
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
    runSql<Record<string, number>>(
      server.open.runner,
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
  const decoys = await runSql(
    server.open.runner,
    `select next_attempt_on, body from outbox where agent_id = '${nilId}'`,
  )
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
