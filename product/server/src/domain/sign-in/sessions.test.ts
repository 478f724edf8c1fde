import { sessionLifeMs } from '@ekyc/contract/limits'
import { expect, test } from 'vitest'

import { serverOfFile, serverOfTest } from '../../../testing/test-server.ts'

const server = await serverOfFile()

async function statusOf(mobile: string, token: string, from = server): Promise<number> {
  return (await from.call('getProfile', { username: mobile }, { token })).status
}

test('[SES-1] [rule 10] a session lives 600,000,000 ms and not one more', async () => {
  const { mobile } = await server.newAgent()
  const token = await server.signIn(mobile)
  server.clock.advance(sessionLifeMs - 1)
  expect(await statusOf(mobile, token)).toBe(200)
  server.clock.advance(1)
  expect(await statusOf(mobile, token)).toBe(401)
})

test('the sixth session of an agent ends the oldest', async () => {
  const { mobile } = await server.newAgent()
  const tokens: string[] = []
  for (let session = 0; session < 6; session += 1) {
    tokens.push(await server.signIn(mobile))
    server.clock.advance(1_000)
  }
  const statuses = await Promise.all(tokens.map(token => statusOf(mobile, token)))
  expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
})

test('[rule 10] with an idle limit, a session that nobody used for so long is over; a used one is not', async () => {
  const strict = await serverOfTest({
    databaseUrl: server.databaseUrl,
    sessionIdleLimitMs: 1_800_000,
  })
  const { mobile } = await server.newAgent()
  strict.clock.set(server.clock.now())
  const [used, idle] = [await strict.signIn(mobile), await strict.signIn(mobile)]
  for (let minutes = 0; minutes < 60; minutes += 20) {
    strict.clock.advance(20 * 60_000)
    expect(await statusOf(mobile, used, strict)).toBe(200)
  }
  expect(await statusOf(mobile, idle, strict)).toBe(401)
})
