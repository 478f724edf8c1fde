import { beforeEach, expect, test } from 'vitest'

import { hourMs, minuteMs, secondMs } from '../domain/clocks.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { notMatched } from '../../testing/outside/fake-outside.ts'
import { doKyc, openOrder, submitOrder } from '../../testing/do-kyc.ts'
import { agentPassword, serverOfFile } from '../../testing/test-server.ts'

let mobile = '9800000000'
const server = await serverOfFile({
  policy: {
    ...defaultPolicy,
    phoneVerifiedMinutes: 2,
    failuresBeforeWait: 2,
    firstWaitSeconds: 7,
    longestWaitSeconds: 20,
    otpLifeMinutes: 3,
    otpTries: 2,
    otpSendsPerHour: 1,
    sessionsPerAgent: 1,
    orderLifeHours: 1,
    failuresPerReference: 1,
    captureSkewMinutes: 1,
    argon2Passes: 6,
    bodyMaxKib: 16,
    bodyMaxLevels: 8,
  },
})
beforeEach(async () => {
  mobile = String(Number(mobile) + 1)
  await server.addAgent({ mobile, password: agentPassword })
})

const check = () => server.call('checkUser', { username: mobile })
const logIn = (password: string) => server.logIn(mobile, password)

test("a phone waits for the policy's time, from the policy's number of failures on, and up to its maximum", async () => {
  await check()
  await logIn('Wrong@2026')
  const waits: unknown[] = []
  for (let failure = 0; failure < 5; failure += 1) {
    expect((await logIn('Wrong@2026')).response.code).toBe('wrong_password')
    const { 'retry-after': wait } = (await logIn('Wrong@2026')).headers
    waits.push(wait)
    server.clock.advance(Number(wait ?? 0) * secondMs + 1)
  }
  expect(waits).toEqual(['7', '14', '20', '20', '20'])
})

test('the SMS names the validity of its one-time password, and the answer the remaining tries', async () => {
  const { otpDetails } = await server.call('resetPassword', { username: mobile })
  expect(otpDetails.triesLeft).toBe(2)
  expect(await server.lastSms(mobile)).toContain('valid for 3 minutes')
  server.clock.advance(minuteMs)
  expect((await server.call('resetPassword', { username: mobile })).status).toBe(429)
})

test("refusals of an order name the policy's hours, and refusals of a reference its failures", async () => {
  const agent = { mobile, token: await server.signIn(mobile) }
  const { orderId, reference } = await openOrder(server, agent)
  server.clock.advance(hourMs + 1)
  expect((await submitOrder(server, agent, orderId)).response.displayMsg).toBe(
    'This order is older than 1 hour. Please check the reference again.',
  )
  server.outside.answer = async () => notMatched
  await doKyc(server, { ...agent, reference })
  expect((await openOrder(server, agent, reference)).response.displayMsg).toBe(
    'The fingerprint failed 1 time today for this reference number. Please try again tomorrow.',
  )
})

test('a password hash of another cost is replaced at the next log-in', async () => {
  const hashes = await server.sql('select password_hash from agents where mobile = $1', [mobile])
  expect(JSON.stringify(hashes)).toContain('$m=7168,t=5,p=1$')
  await server.signIn(mobile)
  const after = await server.sql('select password_hash from agents where mobile = $1', [mobile])
  expect(JSON.stringify(after)).toContain('$m=7168,t=6,p=1$')
})
