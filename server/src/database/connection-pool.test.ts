import { createServer, type AddressInfo, type Socket } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { DatabaseAway } from '../domain/database-away.ts'
import { onServer } from '../testing/on-server.ts'
import { startOwnPostgres, type OwnPostgres } from '../testing/own-postgres.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { createConnectionPool, type ConnectionPool, type PoolOptions } from './connection-pool.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const pools: ConnectionPool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function aPool(url: string, options: Partial<PoolOptions> = {}): ConnectionPool {
  const pool = createConnectionPool(url, { connections: 4, ...options })
  pools.push(pool)
  return pool
}

const say = (pool: Pick<ConnectionPool, 'run'>, text: string, values: unknown[] = []) =>
  pool.run({ text, values })
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseAway ? 'away' : error),
  )

describe('[rule 15] a database that goes and comes', () => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await startOwnPostgres({ durable: false })
    await onServer(postgres.url, client => client.query('create table marks (n int)'))
  })
  afterAll(() => postgres.close())

  test('backends killed inside and between the statements of transactions cost those and nothing else', async () => {
    const pool = aPool(postgres.url)
    const seen = new Set<unknown>()
    for (let round = 0; round < 15; round += 1) {
      const work = Array.from({ length: 4 }, (_, index) =>
        outcomeOf(
          pool.inTransaction(async transaction => {
            await say(transaction, 'insert into marks values ($1)', [round])
            // Some are between two statements when the connection goes, some inside one.
            if (index % 2 === 0) await new Promise(resolve => setTimeout(resolve, 30))
            else await say(transaction, 'select pg_sleep(0.03)')
            await say(transaction, 'insert into marks values ($1)', [round])
          }),
        ),
      )
      await new Promise(resolve => setTimeout(resolve, 15 + 2 * round))
      await killOtherBackends(postgres.url)
      for (const outcome of await Promise.all(work)) seen.add(outcome)
    }

    expect([...seen].filter(outcome => outcome !== 'done' && outcome !== 'away')).toEqual([])
    expect(seen).toContain('away')
    const halves = await onServer(postgres.url, client =>
      client.query('select n from marks group by n having count(*) % 2 = 1'),
    )
    expect(halves.rows).toEqual([])
  })

  test.each(['fast', 'immediate'] as const)(
    'a %s stop is told as such while it lasts, and forgotten once it is over',
    async mode => {
      const pool = aPool(postgres.url)
      const held = outcomeOf(pool.inTransaction(transaction => say(transaction, 'select pg_sleep(4)')))
      const idle = say(pool, 'select 1')
      await idle
      await postgres.down(mode)

      expect(await outcomeOf(say(pool, 'select 1'))).toBe('away')
      expect(await held).toBe('away')
      expect(await outcomeOf(pool.inTransaction(async () => {}))).toBe('away')
      await postgres.up()
      const backAfter = performance.now()
      while ((await outcomeOf(say(pool, 'select 1'))) !== 'done');

      expect(performance.now() - backAfter).toBeLessThan(5_000)
    },
  )

  test('a killed postmaster is a stop like any other', async () => {
    const pool = aPool(postgres.url)
    await say(pool, 'select 1')
    await postgres.kill()
    expect(await outcomeOf(say(pool, 'select pg_sleep(1)'))).toBe('away')
    await postgres.up()
    await vi.waitFor(async () => expect(await outcomeOf(say(pool, 'select 1'))).toBe('done'), 10_000)
  })
})

describe('limits', () => {
  let database: { url: string; drop(): Promise<void> }
  beforeAll(async () => void (database = await createTestDatabase()))
  afterAll(() => database.drop())

  test('who waits longer than 2 s for a connection is told that the database is away', async () => {
    const pool = aPool(database.url, { connections: 1 })
    const held = pool.inTransaction(transaction => say(transaction, 'select pg_sleep(3)'))
    const began = performance.now()
    expect(await outcomeOf(say(pool, 'select 1'))).toBe('away')
    expect(performance.now() - began).toBeLessThan(3_000)
    await held
    expect(await outcomeOf(say(pool, 'select 1'))).toBe('done')
  })

  test.each([
    ['straight', {}],
    ['behind a pooler of transactions', { pooler: 'transaction' as const }],
  ])('a lock is waited for 2 s and a statement runs 5 s, %s', async (_how, options) => {
    const pool = aPool(database.url, options)
    const settings = await pool.inTransaction(transaction =>
      say(
        transaction,
        `select name, setting from pg_settings where name in
          ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
      ),
    )
    expect(settings).toEqual([
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '5000' },
    ])
    const locked = pool.inTransaction(async transaction => {
      await say(transaction, 'lock table agents')
      const other = pool.inTransaction(second => say(second, 'lock table agents'))
      return outcomeOf(other)
    })
    expect(await locked).toBe('away')
  })

  test('no connection in 2 s is no database', async () => {
    const sockets: Socket[] = []
    const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1')
    await new Promise(resolve => silent.once('listening', resolve))
    const { port } = silent.address() as AddressInfo
    const pool = aPool(`postgres://nobody@127.0.0.1:${port}/nothing`)
    const began = performance.now()
    expect(await outcomeOf(say(pool, 'select 1'))).toBe('away')
    expect(performance.now() - began).toBeLessThan(4_000)
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('what PostgreSQL refuses stays what it is, without the values of the row', async () => {
    const pool = aPool(database.url)
    await say(pool, 'create table secrets (value text primary key)')
    await say(pool, 'insert into secrets values ($1)', ['hunter2'])
    const error = await say(pool, 'insert into secrets values ($1)', ['hunter2']).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: '23505' })
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2')
  })

  test('the inner of two transactions takes back its own work alone', async () => {
    const pool = aPool(database.url)
    await say(pool, 'create table notes (value text)')
    await pool.inTransaction(async outer => {
      await say(outer, `insert into notes values ('outer')`)
      await outer
        .inTransaction(async inner => {
          await say(inner, `insert into notes values ('inner')`)
          throw new Error('no')
        })
        .catch(() => {})
      await outer.inTransaction(inner => say(inner, `insert into notes values ('kept')`))
    })
    expect(await say(pool, 'select value from notes order by 1')).toEqual([
      { value: 'kept' },
      { value: 'outer' },
    ])
  })
})

async function killOtherBackends(url: string): Promise<void> {
  await onServer(url, client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    ),
  )
}
