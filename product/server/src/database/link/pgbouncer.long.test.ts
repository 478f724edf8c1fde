import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '@ekyc/contract/testing/free-port'
import { accountToDropTo } from '@ekyc/private-postgres/account'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { doKyc } from '../../../testing/do-kyc.ts'
import { verified } from '../../../testing/outside/fake-outside.ts'
import { withConnection } from './direct-connection.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { agentPassword, serverOfTest, type TestServer } from '../../../testing/test-server.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import { migrate } from '../schema/migrate.ts'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

/** The path of PgBouncer, or undefined if it is not installed. `npm test` installs PgBouncer on Debian. */
const pgBouncerProgram = folders.map(folder => join(folder, 'pgbouncer')).find(existsSync)

/** The number of PgBouncer's connections to the database. The pool has eight, so transactions share these two. */
const connections = 2

const databaseUrl = await databaseOfFile()

describe.skipIf(pgBouncerProgram === undefined)('[rule 15] behind PgBouncer in transaction mode', () => {
  let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
  let pool: ConnectionPool
  beforeAll(async () => {
    bouncer = await startPgBouncer()
    // 200 transactions wait for eight connections, which takes longer than a call may wait if the machine is busy.
    const limits = { waitMs: 30_000 }
    pool = createConnectionPool(bouncer.url, { connections: 8, pooler: 'transaction', limits })
  })
  afterAll(async () => {
    await pool.close()
    await bouncer.close()
  })

  test('statements of many transactions share two connections, and each answer reaches its sender', async () => {
    const pids = new Set<unknown>()
    const sums = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        pool.inTransaction(async transaction => {
          const ask = (text: string, values: unknown[]) =>
            runSql<{ n: number; pid: number }>(
              transaction,
              `select ${text} as n, pg_backend_pid() as pid`,
              values,
            )
          const [first] = await ask('$1::int', [n])
          const [second] = await ask('$1::int + $2::int', [n, first?.n])
          expect(second?.pid).toBe(first?.pid)
          pids.add(first?.pid)
          return second?.n
        }),
      ),
    )
    expect(sums).toEqual(Array.from({ length: 200 }, (_, n) => 2 * n))
    expect(pids.size).toBe(connections)
  })

  test('the limits hold in each transaction and persist in none', async () => {
    const limitIn = (db: Pick<ConnectionPool, 'run'>) =>
      runSql(db, `select current_setting('lock_timeout') as is`)
    expect(await pool.inTransaction(limitIn)).toEqual([{ is: '2s' }])
    expect(await limitIn(pool)).toEqual([{ is: '0' }])
  })

  test('two servers that migrate at once bring an empty database up to date', async () => {
    const name = `${new URL(databaseUrl).pathname.slice(1)}_empty`
    await withConnection(databaseUrl, client => client.query(`create database ${name}`))
    const url = new URL(bouncer.url)
    url.pathname = `/${name}`

    await Promise.all([migrate(url.href), migrate(url.href)])

    const done = await withConnection(url.href, client => client.query('select name from migrations'))
    const expected = await withConnection(databaseUrl, client => client.query('select name from migrations'))
    expect(done.rows.toSorted(byName)).toEqual(expected.rows.toSorted(byName))
    await withConnection(databaseUrl, client => client.query(`drop database ${name} with (force)`))
  })

  test('serves twelve agents who log in, submit and see their order at once', async () => {
    const server = await serverOfTest({ databaseUrl: bouncer.url, databasePooler: 'transaction' })
    server.outside.answer = async () => verified
    const mobiles = Array.from({ length: 12 }, (_, index) => String(9_300_000_000 + index))
    for (const mobile of mobiles) await server.addAgent({ mobile, password: agentPassword })

    const lists = await Promise.all(mobiles.map(mobile => kycOf(server, mobile)))

    expect(lists).toEqual(mobiles.map(mobile => [`POOLED-${mobile}`]))
    expect(server.outside.asked).toHaveLength(mobiles.length)
  })

  async function kycOf(server: TestServer, mobile: string): Promise<string[]> {
    const token = await server.signIn(mobile)
    const done = await doKyc(server, { mobile, token, reference: `POOLED-${mobile}` })
    expect(done.response.success).toBe(true)
    const ordersAnswer = await server.call('listOrders', { username: mobile, pageNo: 1 }, { token })
    return ordersAnswer['orders'].map((order: { dbsRefCode: string }) => order.dbsRefCode)
  }
})

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name)
}

/** Starts a real PgBouncer, which lends each database connection to one transaction at a time. */
async function startPgBouncer() {
  if (pgBouncerProgram === undefined) throw new Error('PgBouncer is not installed')
  const behind = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-pgbouncer-'))
  chmodSync(folder, 0o755) // PgBouncer reads the file under another account.
  const settings = join(folder, 'pgbouncer.ini')
  const password = behind.password && ` password=${decodeURIComponent(behind.password)}`
  writeFileSync(
    settings,
    `[databases]
* = host=${behind.hostname} port=${behind.port} user=${behind.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
`,
  )
  const program = spawn(pgBouncerProgram, [settings], { ...accountToDropTo(folder), stdio: 'ignore' })
  const ended = new Promise(resolve => program.once('exit', resolve))
  const url = `postgres://ekyc@127.0.0.1:${port}${behind.pathname}`
  for (let tries = 1; !(await answers(url)); tries += 1) {
    if (program.exitCode !== null || tries === 100) throw new Error('PgBouncer did not start')
    await sleep(50)
  }
  return {
    url,
    async close() {
      program.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function answers(url: string): Promise<boolean> {
  return withConnection(url, client => client.query('select 1')).then(
    () => true,
    () => false,
  )
}
