import { createHash } from 'node:crypto'
import { createServer, type AddressInfo, type Socket } from 'node:net'

import { afterEach, beforeAll, describe, expect, test } from 'vitest'

import { DatabaseAway, DatabaseBusy } from '../../domain/database-away.ts'
import { newId } from '../../domain/ids.ts'
import { createTestDatabase, databaseOfFile } from '../../../testing/database/test-database.ts'
import { likeCitus } from '../../../testing/database/like-citus.ts'
import { testDay } from '../../../testing/fixed/test-day.ts'
import { createConnectionPool, type ConnectionPool, type PoolOptions } from './connection-pool.ts'
import { withConnection } from './direct-connection.ts'
import { ownerColumn, statement, t, type SqlRunner } from './sql.ts'

const databaseUrl = await databaseOfFile()
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
  pool.run({ ...(values.length > 0 && { name: nameOf(text) }), text, values })
const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 63)
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseAway ? 'away' : error),
  )

describe('[rule 15] a database that ends connections', () => {
  beforeAll(() => withConnection(databaseUrl, client => client.query('create table marks (n int)')))

  test('killed backends fail only the transactions on them, within and between statements', async () => {
    const pool = aPool(databaseUrl)
    let goOn = () => {}
    const killed = new Promise<void>(resolve => (goOn = resolve))
    const work = [0, 1, 2, 3].map(index =>
      outcomeOf(
        pool.inTransaction(async transaction => {
          await say(transaction, 'insert into marks values ($1)', [index])
          await (index % 2 === 0 ? killed : say(transaction, 'select pg_sleep(60)'))
          await say(transaction, 'insert into marks values ($1)', [index])
        }),
      ),
    )
    const rows = (text: string) =>
      withConnection(databaseUrl, async client => (await client.query(text)).rows)
    await expect
      .poll(() =>
        rows(
          `select wait_event as of from pg_stat_activity
           where application_name = 'ekyc-server' and datname = current_database() order by state`,
        ),
      )
      .toEqual(['PgSleep', 'PgSleep', 'ClientRead', 'ClientRead'].map(of => ({ of })))
    await killOtherBackends(databaseUrl)
    goOn()

    expect(await Promise.all(work)).toEqual(['away', 'away', 'away', 'away'])
    expect(await rows('select from marks')).toEqual([])
    await expect.poll(() => outcomeOf(say(pool, 'select 1'))).toBe('done')
  })
})

test('each statement is planned once, except on Citus, which has no plan for all values of several shards', async () => {
  const { url, drop } = await createTestDatabase()
  const modeOf = async (options: Partial<PoolOptions>) =>
    (await say(aPool(url, options), 'show plan_cache_mode'))[0]
  expect(await modeOf({})).toEqual({ plan_cache_mode: 'auto' })
  expect(await modeOf({ plansOnce: true })).toEqual({ plan_cache_mode: 'force_generic_plan' })
  await withConnection(url, client => client.query(likeCitus))
  expect(await modeOf({ plansOnce: true })).toEqual({ plan_cache_mode: 'auto' })
  for (const pool of pools.splice(0)) await pool.close()
  await drop()
})

describe('limits', () => {
  test('all connections can be opened before the first caller, as far as the database takes them', async () => {
    const pool = aPool(databaseUrl)
    await pool.openAll()
    expect(pool.counts()).toEqual({ inUse: 0, idle: 4, waiting: 0 })

    const few = new URL(databaseUrl)
    few.username = 'three_connections'
    few.password = 'three'
    await say(pool, `create role ${few.username} login password '${few.password}' connection limit 3`)
    const limited = aPool(few.href)
    // PostgreSQL counts the connections of a role roughly: of several that come at once it may refuse too many.
    await expect
      .poll(async () => {
        await limited.openAll()
        return limited.counts()
      })
      .toEqual({ inUse: 0, idle: 3, waiting: 0 })
    await limited.close()
    pools.splice(pools.indexOf(limited), 1)
    await say(pool, `drop role ${few.username}`)
  })

  test('a caller that waits too long for a connection is told that the database is busy, not that it is away', async () => {
    const pool = aPool(databaseUrl, { connections: 1, limits: { waitMs: 100 } })
    let leave = () => {}
    const left = new Promise<void>(resolve => (leave = resolve))
    const holding = pool.inTransaction(() => left)
    await expect(say(pool, 'select 1')).rejects.toThrow(DatabaseBusy)
    leave()
    await holding
    expect(await outcomeOf(say(pool, 'select 1'))).toBe('done')
  })

  test.each([
    ['straight', {}],
    ['behind a pooler of transactions', { pooler: 'transaction' as const }],
  ])('a lock wait ends after 2 s and a statement after 5 s, %s', async (_how, options) => {
    const pool = aPool(databaseUrl, options)
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
  })

  test.each([
    ['straight', {}],
    ['behind a pooler of transactions', { pooler: 'transaction' as const, limitsStatements: true }],
  ])('work that gives up a lock is rolled back, and its connection goes on, %s', async (_how, options) => {
    const holder = aPool(databaseUrl, { connections: 1 })
    const pool = aPool(databaseUrl, { ...options, connections: 1, limits: { lockMs: 100 } })
    const pidOf = () => say(pool, 'select pg_backend_pid() as pid')
    const before = await pidOf()
    await holder.inTransaction(async transaction => {
      await say(transaction, 'lock table agents')
      await expect(
        pool.inTransaction(async other => {
          await say(other, 'create table never_made ()')
          await say(other, 'select from agents')
        }),
      ).rejects.toThrow(DatabaseBusy)
      await expect(say(pool, 'select from agents')).rejects.toThrow(DatabaseBusy)
      await expect(
        pool.inTransaction(async other => {
          await say(other, 'create table never_made ()')
          throw new DatabaseBusy('a lock that was tried')
        }),
      ).rejects.toThrow(DatabaseBusy)
    })
    expect(await pidOf()).toEqual(before)
    expect(await say(pool, `select to_regclass('never_made') as made`)).toEqual([{ made: null }])
    const open = await say(
      holder,
      `select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    )
    expect(open).toEqual([])
  })

  test('no connection in time gives DatabaseAway', async () => {
    const sockets: Socket[] = []
    const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1')
    await new Promise(resolve => silent.once('listening', resolve))
    const { port } = silent.address() as AddressInfo
    const pool = aPool(`postgres://nobody@127.0.0.1:${port}/nothing`, { limits: { connectMs: 100 } })
    expect(await outcomeOf(say(pool, 'select 1'))).toBe('away')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test("PostgreSQL's refusals keep their code and lose the values of the row", async () => {
    const pool = aPool(databaseUrl)
    await say(pool, 'create table secrets (value text primary key)')
    await say(pool, 'insert into secrets values ($1)', ['hunter2'])
    const error = await say(pool, 'insert into secrets values ($1)', ['hunter2']).catch((e: unknown) => e)
    expect(error).toMatchObject({ code: '23505' })
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2')
  })
})

describe.each([
  ['straight', {}],
  ['behind a pooler of transactions', { pooler: 'transaction' as const }],
])('pipelined statements, %s', (_how, options) => {
  const marksOf = (pool: ConnectionPool) => say(pool, 'select n from marks order by n')
  const mark = (runner: Pick<ConnectionPool, 'run'>, n: number) =>
    say(runner, 'insert into marks values ($1)', [n])
  async function aMarkedPool(): Promise<ConnectionPool> {
    const pool = aPool(databaseUrl, { connections: 1, ...options })
    await say(pool, 'drop table if exists marks')
    await say(pool, 'create table marks (n int primary key)')
    return pool
  }

  test('outside of a transaction have each its own outcome', async () => {
    const pool = await aMarkedPool()
    await mark(pool, 7)
    const outcomes = await pool.onOne(runner =>
      Promise.allSettled([mark(runner, 1), mark(runner, 7), say(runner, 'select 2.5 as n')]),
    )
    expect(outcomes).toMatchObject([
      { status: 'fulfilled' },
      { reason: { code: '23505' } },
      { value: [{ n: '2.5' }] },
    ])
    expect(await marksOf(pool)).toEqual([{ n: 1 }, { n: 7 }])
  })

  test('behind a failed one reject with its error, and their transaction leaves nothing', async () => {
    const pool = await aMarkedPool()
    await mark(pool, 7)
    const codes: unknown[] = []
    const tell = (error: unknown): never => {
      codes.push((error as { code?: unknown }).code)
      throw error
    }
    const outcome = await outcomeOf(
      pool.inTransaction(transaction =>
        Promise.all([
          mark(transaction, 1),
          // This handler reports last, through its extra ticks, although its statement failed first.
          mark(transaction, 7).catch(async (error: unknown) => {
            for (let hop = 0; hop < 20; hop += 1) await Promise.resolve()
            return tell(error)
          }),
          mark(transaction, 2).catch(tell),
          say(transaction, 'select count(*) from marks where n > $1', [0]).catch(tell),
          say(transaction, 'select count(*) from marks where n > $1', [1]).catch(tell),
        ]),
      ),
    )
    expect(outcome).toMatchObject({ code: '23505' })
    await expect.poll(() => codes).toEqual(['23505', '23505', '23505', '23505'])
    expect(await marksOf(pool)).toEqual([{ n: 7 }])
    // A statement refused within the failed transaction works afterwards.
    expect(await say(pool, 'select count(*) from marks where n > $1', [0])).toEqual([{ count: 1 }])
  })

  test('never commit a failed transaction, even when the work ignores the failure', async () => {
    const pool = await aMarkedPool()
    await mark(pool, 7)
    const outcome = await outcomeOf(
      pool.inTransaction(async transaction => {
        await mark(transaction, 1)
        await mark(transaction, 7).catch(() => {})
        return 'well'
      }),
    )
    expect(outcome).toMatchObject({ code: '23505' })
    expect(await marksOf(pool)).toEqual([{ n: 7 }])
  })

  test('all fail with their lost connection', async () => {
    const pool = await aMarkedPool()
    const outcomes: unknown[] = []
    const outcome = await outcomeOf(
      pool.inTransaction(async transaction => {
        const answers = [
          mark(transaction, 1),
          say(transaction, 'select pg_terminate_backend(pg_backend_pid())'),
          mark(transaction, 2),
        ]
        outcomes.push(...(await Promise.all(answers.map(outcomeOf))))
        await answers.at(-1)
      }),
    )
    expect([...outcomes, outcome]).toEqual(['done', 'away', 'away', 'away'])
    expect(await marksOf(pool)).toEqual([])
  })
})

describe('after a piece of work', () => {
  test.each(['transaction', 'savepoint'])('a late statement of a failed %s writes nothing', async how => {
    const pool = aPool(databaseUrl, { connections: 1 })
    await say(pool, 'drop table if exists late')
    await say(pool, 'create table late (n int)')
    let failed = () => {}
    const failure = new Promise<void>(resolve => (failed = resolve))
    let lateAnswer: Promise<unknown> | undefined
    const fails = (runner: SqlRunner) =>
      runner.inTransaction(async inner => {
        const late = async () => {
          await failure
          return say(inner, 'insert into late values ($1)', [1])
        }
        lateAnswer = late()
        lateAnswer.catch(() => {})
        await say(inner, 'select 1 / 0')
      })
    if (how === 'transaction') await fails(pool).catch(failed)
    else
      await pool.inTransaction(async outer => {
        await fails(outer).catch(failed)
        await lateAnswer?.catch(() => {})
      })

    await expect(lateAnswer).rejects.toThrow(DatabaseAway)
    expect(await say(pool, 'select n from late')).toEqual([])
  })

  test('[rule 15] an answer that names another agent is given to no caller, and its connection is closed', async () => {
    const pool = aPool(databaseUrl, { connections: 1 })
    const pidOf = () => say(pool, 'select pg_backend_pid() as pid')
    const before = await pidOf()
    const [agentId, other] = [newId(testDay), newId(testDay)]
    expect(await readOf(pool, { agentId, other: agentId })).toEqual([{ n: 1 }])
    await expect(readOf(pool, { agentId, other })).rejects.toThrow(DatabaseAway)
    expect(await pidOf()).not.toEqual(before)
    expect(await readOf(pool, { agentId, other: agentId })).toEqual([{ n: 1 }])
  })
})

const readOf = statement('test.readOf', { ...ownerColumn, n: t.neverNull(t.integer) })`
  select ${t.uuid('other')}::uuid as owner, 1 as n from (select ${t.uuid('agentId')}::uuid) as asked`

async function killOtherBackends(url: string): Promise<void> {
  await withConnection(url, client =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend'`,
    ),
  )
}
