import { expect, test } from 'vitest'

import { fraudCases } from '../../../testing/fraud-patterns.ts'
import { honestOrders, newCustomers } from '../../../testing/honest-orders.ts'
import { judgeInDatabase } from '../../../testing/judge-orders.ts'
import { seededRandom } from '../../../testing/fixed/seeded-random.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { judge } from './fraud-rules.ts'
import { defaultPolicy } from '../policy.ts'

test('every pattern of fraud is found, and no honest agent is named', async () => {
  const customers = newCustomers()
  const honest = honestOrders(seededRandom(11), 20, customers)
  const cases = fraudCases(seededRandom(12), customers)
  const orders = [...honest, ...cases.flatMap(one => one.orders)].toSorted((one, other) => one.at - other.at)
  const { url, drop } = await createTestDatabase()
  const named = await judgeInDatabase(url, orders, { policy: defaultPolicy, atOnce: 400 })
  await drop()
  const missed = cases.filter(one => !one.orders.some(({ agentId }) => named.has(agentId)))
  expect(missed.map(({ pattern }) => pattern)).toEqual([])
  expect([...named].filter(agentId => agentId.startsWith('h'))).toEqual([])
})

test('agents who used a scanner more than seven days ago do not count', async () => {
  const order = (index: number, days: number) => ({
    at: Date.parse('2026-06-20T10:00:00+05:30') - days * 86_400_000,
    agentId: `a${index}`,
    unit: 'u',
    customer: `c${index}`,
    outcome: 'verified' as const,
  })
  const most = defaultPolicy.fraudAgentsOfScanner
  const named = async (days: number) => {
    const { url, drop } = await createTestDatabase()
    const earlier = Array.from({ length: most - 1 }, (_none, index) => order(index, days))
    const orders = [...earlier, order(most, 0)]
    const agents = await judgeInDatabase(url, orders, { policy: defaultPolicy, atOnce: most - 1 })
    await drop()
    return agents.size
  }
  expect([await named(8), await named(6)]).toEqual([0, most])
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
