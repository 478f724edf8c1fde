import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { Conflict } from '../domain/conflict.ts'
import { newId } from '../domain/new-id.ts'
import { lockIsWaitedFor } from '../testing/lock-wait.ts'
import { plainOrders } from '../testing/plain-orders.ts'
import { countRows, runSql } from '../testing/run-sql.ts'
import { isOnCluster } from '../testing/test-database.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { addMonthsOfOrders, endOfMonths } from './months.ts'
import { onConnection } from './on-connection.ts'
import { partitionedFrom, partitionOrders, readPartitions } from './partition.ts'

let server: TestServer
let agentId: string
const db = () => server.open.runner
const now = () => server.clock.now()
beforeAll(async () => {
  server = await startTestServer()
  if (isOnCluster()) return
  await runSql(db(), plainOrders)
  await server.open.months.learn(db(), now())
  agentId = await server.addAgent({ mobile: '9320000001' })
  await runSql(
    db(),
    `insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, completed_on)
     select $1, gen_random_uuid(), 'LOAD-' || n, 'KYC_SUCCESS', $2::timestamptz - n * interval '1 minute', $2, 'UKC:1', 'verified',
       'text', $2 from generate_series(1, 5000) n`,
    [agentId, now()],
  )
})
afterAll(() => server.close())
// On a cluster, `orders` has its monthly partitions before the tables are distributed.
beforeEach(context => context.skip(isOnCluster()))

test('a constraint that a cut-off command left is dropped by a server, before its bound comes', async () => {
  const isLeft = () => countRows(db(), 'pg_constraint', `conname = 'orders_before'`)
  await runSql(
    db(),
    `alter table orders add constraint orders_before check (created_on < '2099-01-01') not valid`,
  )
  expect(await isLeft()).toBe(1)
  await addMonthsOfOrders(db(), now())
  expect(await isLeft()).toBe(0)
  expect((await readPartitions(server.databaseUrl)).isPartitioned).toBe(false)
})

test('orders are partitioned while calls open, claim and list them, and all of them stay', async () => {
  const { orders } = server.open.database
  const done = new AbortController()
  const orderIds: string[] = []
  const write = async (writer: number) => {
    for (let n = 0; !done.signal.aborted; n += 1) {
      const key = { agentId, id: newId(now()), createdOn: now() }
      const reference = `NEW-${writer}-${n}`
      await orders.open({ ...key, reference, expiresOn: new Date(now().getTime() + 60_000) })
      await orders.claim({
        order: key,
        at: now(),
        leaseToken: newId(now()),
        leaseUntil: new Date(now().getTime() + 60_000),
        transactionId: 'UKC:1',
        consent: undefined,
        device: { dpId: 'V.IN', rdsId: 'V.1', rdsVer: '1.0', mi: 'V110' },
      })
      orderIds.push(key.id)
      await orders.page({
        at: now(),
        agentId,
        status: undefined,
        from: undefined,
        before: now(),
        offset: 0,
        limit: 5,
      })
    }
  }
  const writing = Promise.all([write(1), write(2)])
  // A long read holds a lock on the table until the command has tried to get its own lock.
  await onConnection(server.databaseUrl, async reader => {
    await reader.query('begin; select count(*) from orders')
    const steps: string[] = []
    const partitioning = partitionOrders(server.databaseUrl, now(), step => void steps.push(step))
    await lockIsWaitedFor(db())
    await reader.query('commit')
    await partitioning
    expect(steps).toEqual(['Bound of the table', 'Reading all orders', 'Partitions', 'Months'])
  })
  await server.open.months.learn(db(), now())
  const soFar = orderIds.length
  await expect.poll(() => orderIds.length).toBeGreaterThan(soFar)
  done.abort()
  await writing

  expect(orderIds.length).toBeGreaterThan(0)
  expect(await countRows(db(), 'orders', `reference like 'LOAD-%'`)).toBe(5_000)
  expect(await countRows(db(), 'orders', `status = 'SUBMITTING'`)).toBe(orderIds.length)
  const { isPartitioned, partitions } = await readPartitions(server.databaseUrl)
  expect(isPartitioned).toBe(true)
  expect(partitions.map(({ name }) => name)).toEqual([
    'orders_past',
    'orders_2027_05',
    'orders_2027_06',
    'orders_default',
  ])
  expect(partitions[0]).toMatchObject({ first: null, before: partitionedFrom(now()) })
  expect(await endOfMonths(db())).toEqual(partitions[2]?.before)
})

test('the command, run again, changes nothing', async () => {
  // Sizes are left out, because PostgreSQL's own vacuum may add a page between two looks.
  const look = async () => {
    const { isPartitioned, partitions } = await readPartitions(server.databaseUrl)
    return {
      isPartitioned,
      partitions: partitions.map(({ name, first, before }) => ({ name, first, before })),
    }
  }
  const before = await look()
  await partitionOrders(server.databaseUrl, now(), () => {})
  expect(await look()).toEqual(before)
})

test('one open order a reference still holds, in the former table too', async () => {
  const { orders } = server.open.database
  const order = { agentId, reference: 'ONE', createdOn: now(), expiresOn: now() }
  await orders.open({ ...order, id: newId(now()) })
  await expect(orders.open({ ...order, id: newId(now()) })).rejects.toThrow(Conflict)
})
