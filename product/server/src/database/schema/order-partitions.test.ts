import { expect, test } from 'vitest'

import { dayMs } from '../../domain/clocks.ts'
import { allTime, monthOf } from '../../domain/calendar.ts'
import { newId, nilId } from '../../domain/ids.ts'
import { defaultPolicy } from '../../domain/policy.ts'
import type { OrderKey } from '../kyc/orders.ts'
import { serverOfFile } from '../../../testing/test-server.ts'
import { runHousekeeping } from '../housekeeping.ts'
import { addOrderPartitions, dropOrderPartitions, endOfOrderPartitions } from './order-partitions.ts'
import { withConnection } from '../link/direct-connection.ts'

const db = () => server.open.runner
const now = () => server.clock.now()
const server = await serverOfFile()
let agentId = await server.addAgent({ mobile: '9310000001' })

const partitions = async () => {
  const rows = await server.sql<{ name: string }>(`select part::text as name from partitions_of('orders')`)
  return rows.map(({ name }) => name).toSorted()
}
const partOf = async ({ id }: OrderKey) => {
  const [row] = await server.sql<{ part: string }>(
    'select tableoid::regclass::text as part from orders where id = $1',
    [id],
  )
  return row?.part
}

const finished = { status: 'KYC_SUCCESS', outcome: 'verified', message: 'text', transactionId: 'UKC:1' }

let orderCount = 0
async function addOrder(createdOn: Date, fields: Record<string, unknown> = {}): Promise<OrderKey> {
  orderCount += 1
  const key = { agentId, id: newId(createdOn), createdOn, ...fields }
  const order = {
    reference: `MONTH-${orderCount}`,
    status: 'INIT',
    expiresOn: new Date(createdOn.getTime() + dayMs),
  }
  await server.insertRows('orders', [{ ...order, ...key }])
  return key
}

test('a new database has a table for this India month and the next three, once for all servers', async () => {
  const servers = Array.from({ length: 5 }, () => addOrderPartitions(db(), now()))
  await Promise.all(servers)
  expect(await partitions()).toEqual([
    'orders_2027_03',
    'orders_2027_04',
    'orders_2027_05',
    'orders_2027_06',
    'orders_default',
  ])
  expect(await endOfOrderPartitions(db())).toEqual(new Date('2027-06-30T18:30:00Z'))
  const [last, next] = [new Date('2027-03-31T18:29:59.999Z'), new Date('2027-03-31T18:30:00Z')]
  expect(await partOf(await addOrder(last))).toBe('orders_2027_03')
  expect(await partOf(await addOrder(next))).toBe('orders_2027_04')
})

test('an order of a month without a table is kept, and the next sweep moves it into its month', async () => {
  const early = await addOrder(new Date('2029-01-10T06:30:00Z'))
  expect(await partOf(early)).toBe('orders_default')
  await addOrderPartitions(db(), early.createdOn)
  expect(await partOf(early)).toBe('orders_2029_01')
  expect(await server.open.database.orders.find(agentId, early.id)).toMatchObject({ id: early.id })
  await dropOrderPartitions(db(), new Date('2029-12-01T00:00:00Z'))
  expect(await partitions()).toEqual(['orders_default'])
  await addOrderPartitions(db(), now())
})

test.each<[string, string]>([
  ['has no time', '5a1b9c0e-4d2f-4c3b-9a67-0123456789ab'],
  ['has a time beyond the calendar', 'ffffffff-ffff-7fff-8fff-ffffffffffff'],
])('an order is found whose id %s', async (_what, id) => {
  const key = await addOrder(now(), { id })
  expect(await server.open.database.orders.find(agentId, id)).toMatchObject({ id, createdOn: key.createdOn })
})

test('an open order of another month is found, expired and opened anew', async () => {
  const { orders } = server.open.database
  const old = await addOrder(new Date('2027-02-10T06:30:00Z'), { reference: 'OLD-1' })
  const period = monthOf(now())
  expect(await orders.findOpen(agentId, 'OLD-1', period)).toBeUndefined()
  expect(await orders.findOpen(agentId, 'OLD-1')).toMatchObject({ id: old.id })
  await orders.expire(old, now())
  expect(await orders.findOpen(agentId, 'OLD-1')).toBeUndefined()
})

test('a claim of a server that died is swept at once in a recent order, and hourly in any other', async () => {
  const claimed = { status: 'SUBMITTING', leaseToken: nilId, leaseUntil: new Date(0), transactionId: 'UKC:1' }
  await addOrder(now(), claimed)
  await addOrder(new Date(now().getTime() - 40 * dayMs), claimed)
  expect(await server.settleAbandonedOrders('recent')).toBe(1)
  expect(await server.settleAbandonedOrders('recent')).toBe(0)
  expect(await server.settleAbandonedOrders()).toBe(1)
})

test('each page has the orders that one table of all of them would list', async () => {
  const mobile = '9310000002'
  agentId = await server.addAgent({ mobile })
  const days = [0, 0, 0, 1, 1, 9, 9, 9, 9, 9, 9, 9, 40, 41, 41, 80, 200, 200, 200]
  const times = days.map((day, n) => new Date(now().getTime() - day * dayMs - n * 1_000))
  for (const at of times) await addOrder(at, { ...finished, completedOn: at })
  const { orders } = server.open.database
  type Asked = { from?: Date; before?: Date; status?: 'KYC_SUCCESS' | 'KYC_FAILURE' }
  await server.sql(
    `insert into daily_counts (agent_id, day, kyc_success, login)
     select agent_id, (created_on at time zone 'Asia/Kolkata')::date, count(*), 1 from orders where agent_id = $1 group by 1, 2`,
    [agentId],
  )
  await server.sql(`insert into daily_counts (agent_id, day, login) values ($1, '2027-02-20', 3)`, [agentId])
  const page = async (offset: number, { status, ...period }: Asked = {}) => {
    const orderPage = await orders.page({ agentId, ...allTime, ...period, status, offset, limit: 5 })
    return orderPage.orders.map(({ createdOn }) => createdOn)
  }
  for (const [offset] of [...times, 0].entries()) {
    expect(await page(offset)).toEqual(times.slice(offset, offset + 5))
    expect(await page(offset, { status: 'KYC_SUCCESS' })).toEqual(times.slice(offset, offset + 5))
  }
  expect(await page(0, { status: 'KYC_FAILURE' })).toEqual([])

  const ago = (day: number, n: number) => new Date(now().getTime() - day * dayMs - n * 1_000)
  expect(await page(0, { from: ago(9, 8), before: ago(9, 6) })).toEqual(times.slice(7, 9))
  expect(await page(0, { from: ago(9, 6), before: ago(9, 6) })).toEqual([])

  const whole = { from: new Date(now().getTime() - 41 * dayMs), before: new Date(now().getTime() - dayMs) }
  const within = times.filter(at => at >= whole.from && at < whole.before)
  for (const [offset] of within.entries())
    expect(await page(offset, whole)).toEqual(within.slice(offset, offset + 5))
})

test('a month that a reader of long still reads stays whole with its counters, and others read on meanwhile', async () => {
  const { orders } = server.open.database
  const readOrder = await addOrder(new Date('2027-04-10T06:30:00Z'), { ...finished, completedOn: now() })
  await server.insertRows('daily_counts', [{ agentId, day: '2027-04-10', kycSuccess: 1 }])
  const at = new Date('2034-05-01T06:30:00Z')
  const left = async () => [
    (await partitions()).includes('orders_2027_04'),
    await server.countRows('orders', `id = '${readOrder.id}'`),
    await server.countRows('daily_counts', `day = '2027-04-10'`),
  ]
  await withConnection(server.databaseUrl, async reader => {
    await reader.query('begin; select count(*) from orders')
    const sweeping = { isOver: false }
    const sweep = runHousekeeping(db(), at, defaultPolicy).finally(() => (sweeping.isOver = true))
    while (!sweeping.isOver)
      expect(await orders.find(agentId, readOrder.id)).toMatchObject({ id: readOrder.id })
    await sweep
    expect(await left()).toEqual([true, 1, 1])
    await reader.query('commit')
  })
  await runHousekeeping(db(), at, defaultPolicy)
  expect(await left()).toEqual([false, 0, 0])
})
