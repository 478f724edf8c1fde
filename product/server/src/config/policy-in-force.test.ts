import { indiaDate } from '@ekyc/contract/india-time'
import { encryptPassword } from '@ekyc/contract/testing/encrypt-password'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { secondMs } from '../domain/durations.ts'
import { defaultPolicy } from '../domain/policy.ts'
import { runSql } from '../../testing/database/run-sql.ts'
import { agentPassword, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let mobile = '9800000000'
beforeAll(async () => {
  server = await startTestServer({
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
})
afterAll(() => server.close())
beforeEach(async () => {
  mobile = String(Number(mobile) + 1)
  await server.addAgent({ mobile, password: agentPassword })
})

const check = () => server.call('checkUser', { username: mobile })
const logIn = (password: string) => {
  const cipher = encryptPassword(password, mobile, indiaDate(server.clock.now()))
  return server.call('login', { username: mobile, password: cipher, otpDetails: null })
}

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

test('a password hash of another cost is replaced at the next log-in', async () => {
  const hashes = await runSql(server.open.runner, 'select password_hash from agents where mobile = $1', [
    mobile,
  ])
  expect(JSON.stringify(hashes)).toContain('$m=7168,t=5,p=1$')
  await server.signIn(mobile)
  const after = await runSql(server.open.runner, 'select password_hash from agents where mobile = $1', [
    mobile,
  ])
  expect(JSON.stringify(after)).toContain('$m=7168,t=6,p=1$')
})
