// @module-tag process
import { createHash } from 'node:crypto'

import { startOwnPostgres, type OwnPostgres } from '@ekyc/private-postgres/testing/own-postgres'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'

import { readAdminConfig } from '../../config/read-config.ts'
import { DatabaseAway } from '../../domain/database-away.ts'
import { examineDatabase } from '../../doctor/examine-database.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { testDay } from '../../../testing/fixed/test-day.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import { withConnection } from './direct-connection.ts'

const auditKey = createHash('sha256').update('several hosts').digest('hex')

let pool: ConnectionPool
const servers = await Promise.all([
  startOwnPostgres({ durable: false }),
  startOwnPostgres({ durable: false }),
])
const [first, second] = servers.map(server => new URL(server.url)) as [URL, URL]
await withConnection(second.href, client => client.query(`alter role postgres password '${first.password}'`))
second.password = first.password
servers[1].url = second.href
const url =
  first.href.replace(first.host, `${first.host},${second.host}`) + '?target_session_attrs=read-write'
beforeEach(async () => {
  for (const server of servers) await takesWrites(server, true)
  pool = createConnectionPool(url, { connections: 2, limits: { connectMs: 2_000 } })
})
afterEach(() => pool.close())
afterAll(async () => {
  for (const server of servers) await server.close()
})

/** Makes a server read-only, as a standby is, also for its open connections. */
async function takesWrites({ url: of }: OwnPostgres, does: boolean): Promise<void> {
  await withConnection(of, async client => {
    await client.query(`alter system set default_transaction_read_only = ${does ? 'off' : 'on'}`)
    await client.query('select pg_reload_conf()')
  })
  const isWritable = () =>
    withConnection(of, async client => {
      const { rows } = await client.query<{ setting: string }>(
        `select current_setting('transaction_read_only') as setting`,
      )
      return rows[0]?.setting === 'off'
    })
  await expect.poll(isWritable).toBe(does)
}

const askedPort = 'select inet_server_port() as port'
const portOf = (server: OwnPostgres | undefined) => Number(new URL(server?.url ?? '').port)
const poolPort = async () => (await runSql<{ port: number }>(pool, askedPort))[0]?.port
const singlePort = () =>
  withConnection(url, async client => (await client.query<{ port: number }>(askedPort)).rows[0]?.port)

test('the first host that takes writes gets the connections', async () => {
  expect([await poolPort(), await singlePort()]).toEqual([portOf(servers[0]), portOf(servers[0])])
})

test('a host that is read-only is passed over', async () => {
  await takesWrites(servers[0], false)
  expect([await poolPort(), await singlePort()]).toEqual([portOf(servers[1]), portOf(servers[1])])
})

test('a host that refuses connections is passed over, also by callers at the same time', async () => {
  await servers[0].down('fast')
  try {
    await pool.openAll()
    const ports = await Promise.all([poolPort(), poolPort(), poolPort(), singlePort()])
    expect(new Set(ports)).toEqual(new Set([portOf(servers[1])]))
  } finally {
    await servers[0].up()
  }
})

test('[rule 2] a pool follows when the hosts change their roles, and comes back', async () => {
  await runSql(pool, 'create table if not exists kept (n int)')
  for (const [from, to] of [
    [servers[0], servers[1]],
    [servers[1], servers[0]],
  ] as const) {
    expect(await poolPort()).toBe(portOf(from))
    await withConnection(to.url, client => client.query('create table if not exists kept (n int)'))
    await takesWrites(from, false)
    // A write on an open connection is told that the server is a standby now, which ends the connection.
    await expect(runSql(pool, 'insert into kept values (1)')).rejects.toThrow(DatabaseAway)
    await runSql(pool, 'insert into kept values (1)')
    expect(await poolPort()).toBe(portOf(to))
    await takesWrites(from, true)
  }
})

test('without a host that takes writes the database is away, until one does', async () => {
  for (const server of servers) await takesWrites(server, false)
  await expect(poolPort()).rejects.toThrow(DatabaseAway)
  await expect(singlePort()).rejects.toThrow('takes no writes')
  expect(
    await examineDatabase(readAdminConfig({ AUDIT_KEY: auditKey, DATABASE_URL: url }), {
      now: () => testDay,
      hasConsole: false,
    }),
  ).toMatchObject([{ state: 'problem', says: expect.stringContaining('none of its hosts takes writes') }])
  await takesWrites(servers[1], true)
  expect(await poolPort()).toBe(portOf(servers[1]))
})
