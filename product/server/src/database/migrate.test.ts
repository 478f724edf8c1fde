import { randomBytes } from 'node:crypto'

import type { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { plainOrders } from '../testing/plain-orders.ts'
import { createTestDatabase, testPostgres } from '../testing/test-database.ts'
import { databaseOn } from '../testing/test-nodes.ts'
import { migrate, requireMigrated, SchemaTooOld } from './migrate.ts'
import { onConnection } from './on-connection.ts'

let postgres: Awaited<ReturnType<typeof testPostgres>>
beforeAll(async () => {
  postgres = await testPostgres()
})

const databases: string[] = []
async function emptyDatabase(): Promise<string> {
  const name = `${postgres.template}_${randomBytes(6).toString('hex')}`
  await onConnection(server(), client => client.query(`create database ${name}`))
  databases.push(name)
  return databaseOn(server(), name)
}
const server = () => postgres.nodes[0] ?? ''

async function migratedDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase()
  drops.push(drop)
  return url
}
const drops: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
  for (const name of databases.splice(0))
    await onConnection(server(), client => client.query(`drop database ${name} with (force)`))
})

const indexesOf = (url: string) =>
  onConnection(url, async client => {
    const { rows } = await client.query(
      `select indexname, indexdef, indisvalid from pg_indexes join pg_index on indexrelid = to_regclass(indexname)
       where schemaname = 'public' order by 1`,
    )
    return rows
  })

const before0008 = (client: Client) =>
  client.query(`delete from migrations where name = '0008_outbox_lanes'; drop index outbox_waiting_by_kind`)

describe('an empty database', () => {
  test('is migrated once by several servers at once', async () => {
    const url = await emptyDatabase()
    const applied: string[] = []
    await Promise.all([1, 2, 3].map(() => migrate(url, name => void applied.push(name))))

    await requireMigrated(url)
    const { rows } = await onConnection(url, client => client.query('select name from migrations order by 1'))
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([...new Set(applied)].toSorted())
  })

  test('is refused in one sentence by a process that may not migrate', async () => {
    const refusal = requireMigrated(await emptyDatabase())
    await expect(refusal).rejects.toThrow(SchemaTooOld)
    await expect(refusal).rejects.toThrow(/^The database is older .* 'npm run admin -- migrate' .*\.$/)
  })
})

test('a database of a later version is accepted unchanged', async () => {
  const url = await migratedDatabase()
  await onConnection(url, client => client.query(`insert into migrations (name) values ('9999_later')`))

  const applied: string[] = []
  await migrate(url, name => void applied.push(name))
  await requireMigrated(url)
  expect(applied).toEqual([])
})

describe('an index', () => {
  let url: string
  let upToDate: unknown
  beforeEach(async () => {
    url = await migratedDatabase()
    upToDate = await indexesOf(url)
    await onConnection(url, before0008)
  })

  /** Resolves when the build of the index has begun and waits for a writing transaction. */
  const isBuilding = async () =>
    await expect
      .poll(() =>
        onConnection(url, async client => {
          const { rowCount } = await client.query(
            `select from pg_stat_activity where datname = current_database()
             and query ~ '^(create|drop) index concurrently' and wait_event_type = 'Lock'`,
          )
          return rowCount
        }),
      )
      .toBe(1)

  test('is built while others read and write its table', async () => {
    await onConnection(url, async writer => {
      await writer.query('begin; lock table outbox in row exclusive mode')
      const migrating = migrate(url)
      await isBuilding()
      await onConnection(url, async other => {
        await other.query(`set lock_timeout = '1s'; set statement_timeout = '1s'`)
        await other.query('select count(*) from outbox')
        await other.query('update outbox set attempts = attempts')
      })
      await writer.query('commit')
      await migrating
    })
    expect(await indexesOf(url)).toEqual(upToDate)
  })

  test('whose build was interrupted is built anew by the next migration, which may wait first', async () => {
    await onConnection(url, async writer => {
      await writer.query('begin; lock table outbox in row exclusive mode')
      const cutOff = migrate(url).catch((error: unknown) => error)
      await isBuilding()
      const next = migrate(url)
      await onConnection(url, client =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and query like 'create index concurrently%'`,
        ),
      )
      expect(await cutOff).toBeInstanceOf(Error)
      await isBuilding()
      await writer.query('commit')
      await next
    })
    expect(await indexesOf(url)).toEqual(upToDate)
  })
})

describe('an index of each month', () => {
  const byTransaction = (url: string) =>
    onConnection(url, async client => {
      const { rows } = await client.query<{ part: string; isValid: boolean }>(
        `select indrelid::regclass::text as part, indisvalid as "isValid" from pg_index
         where pg_get_indexdef(indexrelid) like '% USING btree (transaction_id)' order by 1`,
      )
      return rows
    })
  const months = ['orders_2027_03', 'orders_2027_04', 'orders_default']

  test('is built on the months that are there, and once, if it was cut off', async () => {
    const url = await migratedDatabase()
    await onConnection(url, async client => {
      await client.query(`select add_months('orders', '2027-03-10', '2027-04-10', 1)`)
      expect(await byTransaction(url)).toEqual(months.map(part => ({ part, isValid: true })))
      await client.query(`delete from migrations where name = '0029_find_orders'`)
      await client.query('drop index orders_default_by_transaction, orders_2027_03_transaction_id_idx')
      await client.query(
        `update pg_index set indisvalid = false where indexrelid = 'orders_2027_04_transaction_id_idx'::regclass`,
      )
    })
    await migrate(url)
    const built = await byTransaction(url)
    expect(new Set(built.filter(({ isValid }) => isValid).map(({ part }) => part))).toEqual(new Set(months))
  })

  test('is one index of a table without months', async () => {
    const url = await migratedDatabase()
    await onConnection(url, async client => {
      await client.query(plainOrders)
      await client.query(`delete from migrations where name = '0029_find_orders'`)
      await client.query('drop index orders_default_by_transaction')
    })
    await migrate(url)
    expect(await byTransaction(url)).toEqual([{ part: 'orders', isValid: true }])
  })
})

test('a stepwise migration has the same result as in one transaction', async () => {
  const url = await migratedDatabase()
  const stepwise = await indexesOf(url)
  await onConnection(url, client =>
    client.query(`
      drop index orders_finished_by_creation, orders_unfinished;
      create index orders_unfinished on orders_default (created_on) where status in ('INIT', 'EXPIRED');
      create index orders_by_creation on orders_default (created_on);
      alter table daily_counts drop constraint daily_counts_pkey, add primary key (agent_id, day);
      -- as they were
      alter table daily_counts
        drop constraint daily_counts_pkey,
        add primary key (agent_id, day) include (kyc_success, kyc_failure, login);
      drop index orders_unfinished;
      create index orders_unfinished on orders_default (created_on) where status in ('INIT', 'EXPIRED') and completed_on is null;
      drop index orders_by_creation;
      create index orders_finished_by_creation on orders_default (created_on) where completed_on is not null`),
  )
  expect(await indexesOf(url)).toEqual(stepwise)
})
