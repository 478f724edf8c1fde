import { createHash, createSecretKey } from 'node:crypto'

import type { FraudRuleName } from '@ekyc/contract/console/fraud-rules'
import { expect, test } from 'vitest'

import { runSql } from '../../../testing/database/run-sql.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { testSeals } from '../../../testing/operator-at.ts'
import { openDatabase } from '../../database/link/open-database.ts'
import { dayMs, minuteMs } from '../clocks.ts'
import { defaultPolicy } from '../policy.ts'
import { applyFraudRules, type WatchedOrder } from './fraud-rules.ts'
import { createFraudWatch } from './fraud-watch.ts'

const morning = Date.parse('2026-06-20T10:00:00+05:30')

/** Makes verified orders of one agent with one scanner, each of another customer, from 10:00 in India on. */
function ordersInRow(
  count: number,
  everyMinutes: number,
  differs: (index: number) => Partial<WatchedOrder> = () => ({}),
): WatchedOrder[] {
  return Array.from({ length: count }, (_none, index) => ({
    at: morning + index * everyMinutes * minuteMs,
    agentId: 'agent',
    unit: 'scanner',
    customer: `customer ${index}`,
    outcome: 'verified',
    ...differs(index),
  }))
}

const later = (minutes: number, orders: WatchedOrder[]) =>
  orders.map(order => ({ ...order, at: order.at + minutes * minuteMs }))

/** Each customer has two scans that do not match, and a third one that does. */
const lateSuccesses = (customers: number) =>
  ordersInRow(3 * customers, 2, index => ({
    customer: `late ${Math.floor(index / 3)}`,
    outcome: index % 3 === 2 ? 'verified' : 'mismatched',
  }))

const unread = () => ({ outcome: 'mismatched' }) as const
const ofAgents = (index: number) => ({ agentId: `agent ${index}` })
const byScanners = (index: number) => ({ unit: `scanner ${index}` })
const ofOneCustomer = (index: number) => ({ ...ofAgents(index), ...byScanners(index), customer: 'one' })

/** The orders of a case, and the rule that raises an alert about them with the policy as it is delivered. */
const cases: Record<string, [rule: FraudRuleName | undefined, orders: WatchedOrder[]]> = {
  '36 customers in an hour': ['burst', ordersInRow(36, 1.7)],
  '36 customers in 61 minutes': [undefined, ordersInRow(36, 1.75)],
  '35 customers in an hour': [undefined, ordersInRow(35, 1.7)],
  '6 customers from 23:00 on': ['night', later(780, ordersInRow(6, 30))],
  '6 customers, the first before 23:00': [undefined, later(779, ordersInRow(6, 30))],
  '6 customers, the last at 05:00': [undefined, later(990, ordersInRow(6, 30))],
  '5 customers at night': [undefined, later(780, ordersInRow(5, 30))],
  '5 agents with one scanner': ['shared-scanner', ordersInRow(5, 60, ofAgents)],
  '4 agents with one scanner': [undefined, ordersInRow(4, 60, ofAgents)],
  '4 scanners of one agent': ['many-scanners', ordersInRow(4, 60, byScanners)],
  '3 scanners of one agent': [undefined, ordersInRow(3, 60, byScanners)],
  '8 customers less than 55 seconds after another': ['too-fast', ordersInRow(9, 54 / 60)],
  '7 customers less than 55 seconds after another': [undefined, ordersInRow(8, 54 / 60)],
  '9 customers, each 55 seconds after another': [undefined, ordersInRow(9, 55 / 60)],
  'one customer at 4 agents': ['roaming-customer', ordersInRow(4, 60, ofOneCustomer)],
  'one customer at 3 agents': [undefined, ordersInRow(3, 60, ofOneCustomer)],
  '6 of 24 customers read at the third scan': [
    'failures-then-success',
    [...ordersInRow(18, 2), ...later(60, lateSuccesses(6))],
  ],
  '6 of 25 customers read at the third scan': [
    undefined,
    [...ordersInRow(19, 2), ...later(60, lateSuccesses(6))],
  ],
  '5 customers read at the third scan': [undefined, lateSuccesses(5)],
  '7 of 14 customers not read': [
    'unread-fingers',
    [...ordersInRow(7, 2), ...later(60, ordersInRow(14, 2, unread).slice(7))],
  ],
  '7 of 15 customers not read': [
    undefined,
    [...ordersInRow(8, 2), ...later(60, ordersInRow(15, 2, unread).slice(8))],
  ],
  '6 customers not read': [undefined, ordersInRow(6, 2, unread)],
}

test('each rule against fraud finds its case, and nothing in one that falls short of its number', async () => {
  const apart = (name: string) => (order: WatchedOrder) => ({
    ...order,
    agentId: `${name}, ${order.agentId}`,
    unit: `${name}, ${order.unit}`,
    customer: `${name}, ${order.customer}`,
  })
  const orders = Object.entries(cases).flatMap(([name, [, ofCase]]) => ofCase.map(apart(name)))
  const alerts = await alertsOf(orders, 100)
  const rulesOf = (name: string) =>
    new Set(alerts.flatMap(({ rule, agent }) => (agent.startsWith(`${name}, `) ? [rule] : [])))
  expect(Object.keys(cases).map(name => [name, ...rulesOf(name)])).toEqual(
    Object.entries(cases).map(([name, [rule]]) => [name, ...(rule ? [rule] : [])]),
  )
})

test('agents who used a scanner more than seven days ago do not count', async () => {
  const most = defaultPolicy.fraudAgentsOfScanner
  const alertsAfter = async (days: number) => {
    const orders = ordersInRow(most, 1, ofAgents).map((order, index) =>
      index < most - 1 ? { ...order, at: order.at - days * dayMs } : order,
    )
    return (await alertsOf(orders, most - 1)).length
  }
  expect([await alertsAfter(8), await alertsAfter(6)]).toEqual([0, most])
})

test('a rule that the bank has switched off is silent, and one that it lets stop says so', () => {
  const ofAgent = later(900, ordersInRow(6, 10))
  const newest = ofAgent[5]
  if (!newest) throw new Error('there are six')
  const history = { ofAgent, ofCustomer: [newest], agentsOfUnit: ['agent'] }
  const by = (policy: object) => applyFraudRules(newest, history, { ...defaultPolicy, ...policy })
  expect(by({})).toMatchObject([
    { rule: 'night', agentId: 'agent', facts: { counted: 6, from: 6 }, stops: false },
  ])
  expect(by({ fraudNightStops: 1 })).toMatchObject([{ stops: true }])
  expect(by({ fraudNightCustomers: 0 })).toEqual([])
})

/** Passes orders to the watch on a database, the oldest first and `atOnce` at a time. */
async function alertsOf(orders: WatchedOrder[], atOnce: number) {
  const { url, drop } = await createTestDatabase()
  const open = openDatabase(url, testSeals, { connections: 2 })
  const byTime = orders.toSorted((one, other) => one.at - other.at)
  let now = morning
  const watch = createFraudWatch({
    database: open.database,
    customerKey: createSecretKey(Buffer.alloc(32, 7)),
    policy: defaultPolicy,
    now: () => new Date(now),
  })
  for (const [index, { at, agentId, unit, customer, outcome }] of byTime.entries()) {
    now = at
    const order = { id: uuidOf(`order ${index}`), agentId: uuidOf(agentId), reference: customer }
    watch.note(order, unit === null ? undefined : hexOf(unit), outcome)
    if (index % atOnce === atOnce - 1) await watch.judgeNoted()
  }
  await watch.judgeNoted()
  const alerts = await runSql<{ rule: string; id: string }>(
    open.runner,
    'select rule, agent_id as id from fraud_alerts',
  )
  await open.close()
  await drop()
  const agents = new Map(orders.map(({ agentId }) => [uuidOf(agentId), agentId]))
  return alerts.map(({ rule, id }) => ({ rule, agent: agents.get(id) ?? '' }))
}

function hexOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32)
}

function uuidOf(name: string): string {
  return hexOf(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-7$3-8$4-$5')
}
