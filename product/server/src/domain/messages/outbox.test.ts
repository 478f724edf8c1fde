import { afterEach, beforeEach, expect, test } from 'vitest'

import { emptyTables } from '../../../testing/database/empty-tables.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { agentPassword, startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { putWaitingResults } from '../../../testing/database/waiting-results.ts'

const mobile = '9600000001'
let server: TestServer
let release: (() => void)[]
const databaseUrl = await databaseOfFile()
beforeEach(async () => {
  server = await startTestServer({ databaseUrl })
  release = []
  await emptyTables(server.open.runner)
  await server.addAgent({ mobile, password: agentPassword })
})
afterEach(async () => {
  for (const answer of release) answer()
  await server.close()
})

function hangBank(): { asked: () => number } {
  let asked = 0
  server.outside.bank.deliverResult = () => {
    asked += 1
    return new Promise(resolve => release.push(resolve))
  }
  return { asked: () => asked }
}

function resultsWait(count: number): Promise<void> {
  const { open, config, clock } = server
  return putWaitingResults(open.runner, { keys: config.outboxKeys, count, at: clock.now() })
}

const triedResults = () => server.countRows('outbox', 'attempts > 0')

test('an OTP leaves while the bank hangs and results take all their slots', async () => {
  const bank = hangBank()
  await resultsWait(100)
  server.deliveries['kyc-result'].start()
  await expect.poll(() => bank.asked()).toBe(20)

  server.deliveries.sms.start()
  await server.call('resetPassword', { username: mobile })
  await expect.poll(() => server.outside.inbox).toHaveLength(1)
  expect(bank.asked()).toBe(20)
  expect(release).toHaveLength(20)
})

test('a message that hangs takes one slot, and the other messages leave by the free ones', async () => {
  const { deliverResult } = server.outside.bank
  let isFirst = true
  server.outside.bank.deliverResult = async result => {
    if (!isFirst) return deliverResult(result)
    isFirst = false
    return new Promise(resolve => release.push(resolve))
  }
  await resultsWait(100)
  server.deliveries['kyc-result'].start()
  await expect.poll(() => server.outside.results).toHaveLength(99)
  expect(release).toHaveLength(1)
})

test('a bank that is away gets one try in five seconds, and all results soon after it is back', async () => {
  server.outside.bankIsAway = true
  await resultsWait(200)
  await server.deliverDue()
  const tried = await triedResults()
  expect(tried).toBeLessThanOrEqual(40)
  expect(await server.deliverDue()).toBe(0)
  for (let probe = 1; probe <= 3; probe += 1) {
    server.clock.advance(5_000)
    expect(await server.deliverDue()).toBe(1)
  }

  server.outside.bankIsAway = false
  server.clock.advance(5_000)
  await server.deliverDue()
  expect(server.outside.results.length).toBeGreaterThanOrEqual(200 - tried - 3)
})

test('a bank that is away holds up no SMS', async () => {
  server.outside.bankIsAway = true
  await resultsWait(50)
  await server.deliverDue()
  await server.call('resetPassword', { username: mobile })
  await server.deliverDue()
  expect(server.outside.inbox).toHaveLength(1)
})

test('results that cannot be decrypted are tried later, and hold up no other', async () => {
  await resultsWait(30)
  await server.open.runner.run({ text: `update outbox set body = '\\x00'`, values: [] })
  await resultsWait(30)
  await server.deliverDue()
  expect(server.outside.results).toHaveLength(30)
})
