import { beforeAll, describe, expect, test } from 'vitest'

import { distribution } from '../database/distribution.ts'
import { likeCitus } from '../testing/like-citus.ts'
import { plainOrders } from '../testing/plain-orders.ts'
import { runSql } from '../testing/run-sql.ts'
import { isOnCluster } from '../testing/test-database.ts'
import { withAdmin } from '../testing/with-admin.ts'

const { server, admin, json } = withAdmin()
const db = () => server().open.runner

describe.runIf(isOnCluster())('on a cluster', () => {
  test('shows each table with its place', async () => {
    const shown = await json('database show')
    for (const { planned, is } of shown.tables) expect(is).toBe(planned)
    expect(shown.nodes).toHaveLength(2)
    expect((await admin('database distribute --yes')).out).toBe('The tables are spread as planned.\n')
  })
})

describe.skipIf(isOnCluster())('on one PostgreSQL', () => {
  test('shows each table with its place', async () => {
    const shown = await json('database show')
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.nodes).toBeUndefined()
    expect(shown.tables.map(({ table }: { table: string }) => table)).toEqual(Object.keys(distribution))
    expect((await admin('database show')).out).toContain('This database is one PostgreSQL.')
  })

  test.each(['database distribute --yes', 'database distribute --dry-run'])(
    '%s is refused by a sentence, and changes nothing',
    async words => {
      const run = await admin(words)
      expect(run).toMatchObject({ code: 1, out: '' })
      expect(run.complaint).toBe(
        'This database is one PostgreSQL: create the extension citus in it and add the workers first (docs/scaling.md).\n',
      )
      expect((await trail()).at(-1)).toMatchObject({ action: 'database.distribute', outcome: 'refused' })
    },
  )
})

describe.skipIf(isOnCluster())('orders in one table', () => {
  const partitionsOf = ({ partitions }: { partitions: { name: string }[] }) =>
    partitions.map(({ name }) => name)
  beforeAll(() => runSql(db(), plainOrders))

  test('a dry run tells from when on months would have tables, and changes nothing', async () => {
    const run = await admin('database partition --dry-run')
    expect(run).toMatchObject({
      code: 0,
      out: expect.stringMatching(/from 2027-05 on.*Nothing was changed\.\n$/s),
    })
    expect(await json('database partition --dry-run')).toMatchObject({ changed: false, partitions: [] })
  })

  test('are partitioned once, and the trail has the begin and the end', async () => {
    const run = await json('database partition --yes')
    expect(run).toMatchObject({ code: 0, changed: true })
    const names = ['orders_past', 'orders_2027_05', 'orders_2027_06', 'orders_default']
    expect(partitionsOf(run)).toEqual(names)
    const again = await json('database partition --yes')
    expect(again).toMatchObject({ code: 0, changed: false })
    expect(partitionsOf(again)).toEqual(names)
    expect((await admin('database partition --yes')).out).toMatch(/orders_past +– +2027-05-01/)
    const rows = await runSql(
      db(),
      `select action, subject from audit_events where action like 'database.%partition' and outcome = 'done'`,
    )
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({ action: 'database.begin-partition', subject: 'orders' })
    expect(rows).toContainEqual({ action: 'database.partition', subject: 'orders' })
  })
})

describe.skipIf(isOnCluster())('on what behaves like a cluster', () => {
  beforeAll(async () => {
    await runSql(db(), likeCitus)
    await server().addAgent({ mobile: '9400000001' })
  })

  const spread = Object.entries(distribution).filter(([, planned]) => planned !== 'one-node')

  test('a cluster without a worker is refused', async () => {
    await runSql(db(), 'update pg_dist_node set shouldhaveshards = false')
    expect((await admin('database distribute --yes')).complaint).toMatch(/^This cluster has no worker: /)
    await runSql(db(), 'update pg_dist_node set shouldhaveshards = true')
  })

  test('a dry run tells the plan, and changes nothing', async () => {
    const run = await json('database distribute --dry-run')
    const tables = spread.map(([table, planned]) => ({ table, planned }))
    expect(run).toEqual({ code: 0, changed: false, tables, copied: [] })
    expect(await runSql(db(), 'select * from citus_tables')).toEqual([])
  })

  test('a command that was cut off is in the trail, and the next one erases the copied rows that it left', async () => {
    await expect(admin('database distribute --yes')).rejects.toThrow('the connection was cut off')
    const { tables, copied } = await json('database show')
    for (const { planned, is } of tables) expect(is).toBe(planned)
    expect(copied).toContain('agents')
    expect((await admin('database show')).out).toMatch(/Copied rows are left .*agents.* again\.\n$/)

    expect(await json('database distribute --yes')).toMatchObject({
      code: 0,
      changed: true,
      tables: [],
      copied,
    })
    expect((await json('database show')).copied).toEqual([])
    expect((await admin('database distribute --yes')).out).toBe('The tables are spread as planned.\n')
    const ofTables = { subject: spread.map(([table]) => table).join(', '), outcome: 'done' }
    const ofCopies = { subject: `copied rows of ${copied.join(', ')}`, outcome: 'done' }
    const done = (await trail()).filter(({ outcome }) => outcome === 'done')
    expect(done).toHaveLength(3)
    expect(done).toContainEqual({ action: 'database.begin-distribute', ...ofTables })
    expect(done).toContainEqual({ action: 'database.begin-distribute', ...ofCopies })
    expect(done).toContainEqual({ action: 'database.distribute', ...ofCopies })
  })

  test('tables of one key are colocated, and a table that calls use is tried again', async () => {
    expect(
      await runSql(db(), `select colocate_with from like_citus where name = 'outbox'::regclass`),
    ).toEqual([{ colocate_with: 'daily_counts' }])
    expect(await runSql(db(), 'select last_value as tries from tries_of_orders')).toEqual([{ tries: 2 }])
  })

  test('a table that is spread by another key is refused', async () => {
    await runSql(db(), `update like_citus set key = 'id' where name = 'orders'::regclass`)
    expect((await admin('database distribute --yes')).complaint).toBe(
      'The table orders is spread by id, and not by agent_id: undistribute it first.\n',
    )
  })
})

function trail() {
  return runSql(
    db(),
    `select action, subject, outcome from audit_events where action like 'database.%distribute'`,
  )
}

test('orders of before are indexed once, and the trail has the begin and the end', async () => {
  await runSql(db(), `update order_indexing set complete_since = '2027-04-01'`)
  const run = await admin('database index-orders')
  expect(run).toMatchObject({ code: 0, out: expect.stringContaining('All are found by their reference.') })
  expect(await json('database index-orders')).toMatchObject({ code: 0, changed: false, orders: 0 })
  const rows = await runSql(
    db(),
    `select action, outcome from audit_events where action like 'database.%index-orders' order by action, outcome`,
  )
  expect(rows).toEqual([
    { action: 'database.begin-index-orders', outcome: 'done' },
    { action: 'database.index-orders', outcome: 'done' },
    { action: 'database.index-orders', outcome: 'unchanged' },
  ])
})
