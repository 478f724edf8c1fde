import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createAuditSeals } from '../../domain/audit/audit-seal.ts'
import { doKyc } from '../../../testing/do-kyc.ts'
import { databaseOfTest, testPostgres } from '../../../testing/database/test-database.ts'
import { databaseOn } from '../../../testing/database/databases-of-server.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { applyMigration, migrate, NotUpgradable, requireMigrated, SchemaTooOld } from './migrate.ts'
import { sealAuditRows } from '../audit/audit-sealer.ts'
import { verifyAuditChain } from '../audit/audit-verification.ts'
import { withConnection } from '../link/direct-connection.ts'

const { url: server, template } = await testPostgres()

const databases: string[] = []
async function emptyDatabase(): Promise<string> {
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await withConnection(server, client => client.query(`create database ${name}`))
  databases.push(name)
  return databaseOn(server, name)
}

afterAll(async () => {
  for (const name of databases.splice(0))
    await withConnection(server, client => client.query(`drop database ${name} with (force)`))
})

const fileAt = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

/** Makes the schema and some rows of a database that the 36 steps before the baseline made. */
const makeStep36 = (url: string) =>
  withConnection(url, async client => {
    await client.query(fileAt('migrations/0036_baseline.sql'))
    await client.query(fileAt('../../../testing/database/step-36.sql'))
  })

/** Describes each column, index, constraint, function and trigger, in any order of the columns. */
const schemaOf = (url: string) =>
  withConnection(url, async client => {
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
        pg_get_expr(adbin, adrelid)) as line from pg_attribute join pg_class on pg_class.oid = attrelid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select concat_ws(' ', oid::regprocedure) from pg_proc where pronamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      order by 1`)
    return rows.map(({ line }) => line)
  })

describe('an empty database', () => {
  test('is migrated once by several servers at once', async () => {
    const url = await emptyDatabase()
    const applied: string[] = []
    await Promise.all([1, 2, 3].map(() => migrate(url, name => void applied.push(name))))

    await requireMigrated(url)
    const { rows } = await withConnection(url, client =>
      client.query('select name from migrations order by 1'),
    )
    expect(rows.map(({ name }: { name: string }) => name)).toEqual([...new Set(applied)].toSorted())
  })

  test('is refused in one sentence by a process that may not migrate', async () => {
    const refusal = requireMigrated(await emptyDatabase())
    await expect(refusal).rejects.toThrow(SchemaTooOld)
    await expect(refusal).rejects.toThrow(/^The database is older .* 'npm run admin -- migrate' .*\.$/)
  })
})

test('a database of a later version is accepted unchanged', async () => {
  const url = await databaseOfTest()
  await withConnection(url, client => client.query(`insert into migrations (name) values ('9999_later')`))

  const applied: string[] = []
  await migrate(url, name => void applied.push(name))
  await requireMigrated(url)
  expect(applied).toEqual([])
})

describe('a database at step 36, the last before the first release', () => {
  let url: string
  let schema: string[]
  beforeAll(async () => {
    url = await emptyDatabase()
    await makeStep36(url)
    await migrate(url)
    schema = await schemaOf(url)
  })

  test('gets the schema of a new one', async () => {
    const fresh = await emptyDatabase()
    await migrate(fresh)
    await requireMigrated(url)
    expect(schema).toEqual(await schemaOf(fresh))
  })

  test("closes the staff's accounts of a passkey, and keeps those of the provider", async () => {
    const open = await withConnection(url, async client => {
      const { rows } = await client.query(
        `select name, disabled_on is null as is_enabled, token_hash is not null as is_signed_in
         from staff left join staff_sessions on staff_id = staff.id order by name`,
      )
      return rows as unknown
    })
    expect(open).toEqual([
      { name: 'By a passkey', is_enabled: false, is_signed_in: false },
      { name: 'By the provider', is_enabled: true, is_signed_in: true },
    ])
  })

  test('keeps its rows: an agent logs in, sees the order of before and does a KYC, and the trail verifies', async () => {
    const now = await startTestServer({ databaseUrl: url })
    // Ids of tests begin with the clock and go on with the same digits in each process.
    now.clock.advance(60_000)
    const mobile = '9350000001'
    const token = await now.signIn(mobile)
    expect(await doKyc(now, { mobile, token, reference: 'DBS10001' })).toMatchObject({
      response: { success: true },
    })
    const { orders } = await now.call('listOrders', { username: mobile, pageNo: 1 }, { token })
    expect(orders.map(({ dbsRefCode }: { dbsRefCode: string }) => dbsRefCode)).toEqual([
      'DBS10001',
      'DBS10036',
    ])

    now.clock.advance(120_000)
    const seals = createAuditSeals(now.config.auditKeys)
    await sealAuditRows(now.open.runner, seals, now.clock.now())
    const { rows, problems } = await verifyAuditChain(now.open.runner, seals, { now: now.clock.now() })
    expect(problems).toEqual([])
    expect(rows).toBeGreaterThan(6)
    await now.close()
  })
})

describe('any other database that is not empty is refused in one sentence and left untouched:', () => {
  test.each([
    [
      'one at an earlier step',
      `create table migrations (name text primary key); create table agents (id uuid);
       insert into migrations (name) values ('0001_initial'), ('0021_session_macs')`,
      /^The database is of a version before 1\.0\.0 \(its newest migration is 0021_session_macs\), [^.]*\.$/,
    ],
    [
      'one of another product',
      'create table invoices (id uuid)',
      /^The database is not empty and not this product's \(it has invoices\), [^.]*\.$/,
    ],
  ])('%s', async (_which, made, sentence) => {
    const url = await emptyDatabase()
    await withConnection(url, client => client.query(made))
    const before = await schemaOf(url)
    for (const opening of [migrate, requireMigrated]) {
      const refusal = opening(url)
      await expect(refusal).rejects.toThrow(NotUpgradable)
      await expect(refusal).rejects.toThrow(sentence)
    }
    expect(await schemaOf(url)).toEqual(before)
  })
})

test('a migration beside a long call lets other calls pass, and is tried again', async () => {
  const url = await databaseOfTest()
  const example = { name: '9999_example', sql: 'alter table outbox add column example text' }
  const hasExample = async (client: Client) =>
    (
      await client.query(
        `select from pg_attribute where attrelid = 'outbox'::regclass and attname = 'example'`,
      )
    ).rowCount === 1
  await withConnection(url, async reader => {
    await reader.query('begin; select count(*) from outbox')
    const migrating = withConnection(url, client => applyMigration(client, example))
    await withConnection(url, async other => {
      await expect
        .poll(async () => {
          const { rowCount } = await other.query(
            `select from pg_stat_activity where datname = current_database() and query = $1 and wait_event_type = 'Lock'`,
            [example.sql],
          )
          return rowCount
        })
        .toBe(1)
      await other.query('update outbox set attempts = attempts')
      expect(await hasExample(other)).toBe(false)
    })
    await reader.query('commit')
    await migrating
    expect(await hasExample(reader)).toBe(true)
  })
})
