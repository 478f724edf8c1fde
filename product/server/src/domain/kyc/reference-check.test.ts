import { describe, expect, test } from 'vitest'

import { submitOrder } from '../../../testing/do-kyc.ts'
import { refusal } from '../../../testing/refusal.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import { dayMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'

const server = await serverOfFile()
const [asha, ravi] = [await server.signedInAgent(), await server.signedInAgent()]
const { look } = server.outside.bank
// The look-up of this bank ignores upper and lower case, and blanks around the reference.
server.outside.bank.look = async typed => {
  const own = typed.trim().toUpperCase()
  const answer = await look(own)
  return answer === 'allowed' && own !== typed ? { allowedAs: own } : answer
}

const check = ({ mobile, token }: typeof asha, dbsRefCode: string) =>
  server.call('checkReference', { mobile, username: mobile, dbsRefCode }, { token })

describe('[rule 2] where the bank answers its own spelling of a reference', () => {
  test('all spellings are one order, which has the bank’s', async () => {
    const first = await check(asha, 'dbs10001')
    for (const spelling of ['DBS10001', 'Dbs10001', 'dbs10001'])
      expect((await check(asha, spelling))['orderId']).toBe(first['orderId'])
    const orders = await server.sql('select reference from orders')
    expect(orders).toEqual([{ reference: 'DBS10001' }])
  })

  test('a success counts for every spelling and every agent, and the result has the bank’s', async () => {
    const { orderId } = await check(asha, 'dbs10001')
    const submitted = await submitOrder(server, asha, String(orderId))
    expect(submitted.response.success).toBe(true)
    for (const spelling of ['dbs10001', 'DBS10001', 'DBs10001'])
      expect((await check(ravi, spelling)).response).toEqual(refusal('reference_done'))
  })

  test('and no known spelling counts as a guess', async () => {
    await check(ravi, 'dbs10002')
    const taken = await server.sql<{ taken: number }>(
      `select taken from quotas where kind = 'unknown-reference'`,
    )
    expect(taken.every(row => row.taken === 0)).toBe(true)
  })
})

test('a result waits for the bank no longer than the policy says, however long the authority lets it', async () => {
  const [row] = await server.sql<{ expires_on: Date }>(
    `select expires_on from outbox where kind = 'kyc-result'`,
  )
  const latest = server.clock.now().getTime() + defaultPolicy.resultKeptDays * dayMs
  expect(row?.expires_on.getTime()).toBeLessThanOrEqual(latest)
  expect(row?.expires_on.getTime()).toBeGreaterThan(latest - dayMs)
})
