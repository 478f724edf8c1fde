import { expect, test } from 'vitest'

import { fraudCases } from '../../../testing/fraud-patterns.ts'
import { honestOrders, newCustomers } from '../../../testing/honest-orders.ts'
import { judgeInDatabase, judgeStream } from '../../../testing/judge-orders.ts'
import { seededRandom } from '../../../testing/fixed/seeded-random.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { judge, type WatchedOrder } from './fraud-rules.ts'
import { defaultPolicy } from '../policy.ts'

const byTime = (one: WatchedOrder, other: WatchedOrder) => one.at - other.at

test('every pattern of fraud is found, and no honest agent is named', () => {
  const customers = newCustomers()
  const honest = honestOrders(seededRandom(11), 20, customers)
  const cases = fraudCases(seededRandom(12), customers)
  const named = judgeStream(
    [...honest, ...cases.flatMap(({ orders }) => orders)].toSorted(byTime),
    defaultPolicy,
  )
  const missed = cases.filter(({ orders }) => !orders.some(({ agentId }) => named.has(agentId)))
  expect(missed.map(({ pattern }) => pattern)).toEqual([])
  const wronged = [...named.keys()].filter(agentId => agentId.startsWith('h'))
  expect(wronged).toEqual([])
})

test('the watch on the database names whom the rules name by themselves', async () => {
  const customers = newCustomers()
  const cases = fraudCases(seededRandom(13), customers)
  const start = Date.parse('2026-06-01T00:00:00+05:30')
  // The orders are two days of honest work and one case of each pattern, in the same weeks.
  const honest = honestOrders(seededRandom(14), 3, customers).filter(({ at }) => at < start + 2 * 86_400_000)
  const orders = [...honest, ...cases.flatMap(one => one.orders)].toSorted(byTime)
  const { url, drop } = await createTestDatabase()
  const named = await judgeInDatabase(url, orders, { policy: defaultPolicy, atOnce: 25 })
  await drop()
  expect(named).toEqual(judgeStream(orders, defaultPolicy))
})

test('a rule that the bank has switched off is silent, and one that it lets stop says so', () => {
  const at = Date.parse('2026-06-01T01:00:00+05:30')
  const ofAgent = Array.from({ length: 6 }, (_, index) => ({
    at: at + index * 600_000,
    agentId: 'a',
    unit: 'u',
    customer: `c${index}`,
    outcome: 'verified' as const,
  }))
  const newest = ofAgent[5]
  if (!newest) throw new Error('there are six')
  const history = { ofAgent, ofCustomer: [newest], agentsOfUnit: ['a'] }
  const by = (policy: object) => judge(newest, history, { ...defaultPolicy, ...policy })
  expect(by({})).toMatchObject([
    { rule: 'night', agentId: 'a', facts: { counted: 6, from: 6 }, stops: false },
  ])
  expect(by({ fraudNightStops: 1 })).toMatchObject([{ stops: true }])
  expect(by({ fraudNightCustomers: 0 })).toEqual([])
})
