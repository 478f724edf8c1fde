import { indiaDate } from '@ekyc/contract/india-time'
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  record,
  type Arbitrary,
} from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { DatabaseAway } from '../domain/database-away.ts'
import { newId } from '../domain/new-id.ts'
import { collectingLog } from '../testing/collecting-log.ts'
import { testDay } from '../testing/test-day.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { insertRows } from '../testing/run-sql.ts'
import { agentPassword, startTestServer, type TestAnswer, type TestServer } from '../testing/test-server.ts'
import { startWireProxy, type WireProxy } from '../testing/wire-proxy.ts'
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts'
import { neverNull, text } from './kinds.ts'
import type { Runner } from './runner.ts'
import { owned, owner, statement } from './sql.ts'

const limits = {
  connectMs: 400,
  waitMs: 400,
  statementMs: 250,
  lockMs: 150,
  idleInTransactionMs: 400,
  answerMs: 350,
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

let database: { url: string; drop(): Promise<void> }
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

/**
 * The kinds of test statements. `tell`, which only returns its mark, has three entries, so that it is drawn more often.
 */
const kinds = [
  'tell',
  'tell',
  'tell',
  'nothing',
  'many',
  'slow',
  'tooSlow',
  'breaks',
  'breaksLate',
  'unknown',
] as const
type Kind = (typeof kinds)[number]

const aStatement = record({ kind: constantFrom(...kinds), columns: integer({ min: 1, max: 4 }) })
/** Batches of statements. The statements of a batch are sent together, after the answers to the previous batch. */
const together = array(array(aStatement, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
})
const aWork = record({
  how: constantFrom('run', 'onOne', 'transaction', 'savepoint'),
  steps: together,
  startsAfterMs: integer({ min: 0, max: 60 }),
  /** True if the work throws while its statements wait for their answers. */
  leavesEarly: boolean(),
})
const aFault = record({
  kind: constantFrom('cut', 'blackHole', 'none'),
  afterMs: integer({ min: 0, max: 200 }),
  forMs: integer({ min: 10, max: 500 }),
})
const aWire = record({
  delays: array(integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 }),
  pieces: array(constantFrom(1, 3, 7, 50, 65_536), { minLength: 1, maxLength: 5 }),
})

const tell = statement('test.tell', { ...owned, told: neverNull(text) })`
  select ${owner}, ${text('told')}::text as told`

let marks = 0

/** Runs a statement. Throws an AssertionError if the answer has a row with a foreign mark or the wrong row count. */
async function ask(runner: Pick<Runner, 'run'>, { kind, columns }: { kind: Kind; columns: number }) {
  const mark = `mark-${(marks += 1)}`
  const columnList = Array.from(
    { length: columns },
    (_, index) => `$1::text as "${kind}_${columns}_${index}"`,
  ).join(', ')
  const rows = (await runner.run({
    name: `${kind}_${columns}`,
    text: `select ${columnList} ${rest[kind]}`,
    values: [mark],
  })) as Record<string, string>[]
  const expected = Object.fromEntries(
    Array.from({ length: columns }, (_, index) => [`${kind}_${columns}_${index}`, mark]),
  )
  const count = { nothing: 0, many: 3 }[kind as 'many'] ?? 1
  expect(rows).toEqual(Array.from({ length: count }, () => expected))
}

const rest: Record<Kind, string> = {
  tell: '',
  nothing: 'where false',
  many: 'from generate_series(1, 3)',
  slow: 'from pg_sleep(0.03)',
  tooSlow: 'from pg_sleep(0.3)',
  breaks: 'where 1 / (length($1) - length($1)) = 1',
  breaksLate: 'from generate_series(1, 3) n where 1 / (n - 3) < 1',
  unknown: 'from nowhere',
}

class Left extends Error {}

async function play(pool: ConnectionPool, work: typeof aWork extends Arbitrary<infer W> ? W : never) {
  await new Promise(resolve => setTimeout(resolve, work.startsAfterMs))
  const wrong: unknown[] = []
  const noteWrong = (error: unknown): never => {
    // An error of PostgreSQL and DatabaseAway are valid outcomes; a foreign row is not.
    if (error instanceof Error && error.name === 'AssertionError') wrong.push(error)
    throw error
  }
  const all = async (runner: Runner) => {
    for (const step of work.steps) {
      const answers = step.map(one => ask(runner, one).catch(noteWrong))
      if (work.leavesEarly) {
        for (const one of answers) one.catch(() => {})
        await Promise.race([answers[0], new Promise(resolve => setTimeout(resolve, 10))])
        throw new Left()
      }
      await Promise.all(answers)
    }
  }
  const done =
    work.how === 'run'
      ? all(pool)
      : work.how === 'onOne'
        ? pool.onOne(all)
        : pool.inTransaction(outer =>
            work.how === 'transaction'
              ? all(outer)
              : all(outer).then(() => outer.inTransaction(all).catch(keepOnly(Left))),
          )
  await done.catch(() => {})
  return wrong
}

function keepOnly(kind: typeof Left) {
  return (error: unknown) => {
    if (!(error instanceof kind)) throw error
  }
}

test.each([
  ['straight', {}],
  ['behind a pooler of transactions', { pooler: 'transaction' as const }],
])('on any wire, each row bears the mark of the statement that reads it, %s', async (_how, options) => {
  const proxy = await startWireProxy(database.url)
  closing.push(() => proxy.close())
  await assert(
    asyncProperty(
      aWire,
      array(aWork, { minLength: 3, maxLength: 10 }),
      array(aFault, { maxLength: 3 }),
      async (wire, works, faults) => {
        const pool = createConnectionPool(proxy.url, { connections: 2, limits, ...options })
        playWire(proxy, wire)
        const playing = works.map(work => play(pool, work))
        const breaking = faults.map(fault => breakWire(proxy, fault))
        const wrong = (await Promise.all(playing)).flat()
        await Promise.all(breaking)
        // Later statements find connections without pending answers.
        await Promise.all(
          Array.from({ length: 4 }, () => ask(pool, { kind: 'tell', columns: 2 }).catch(exceptAway)),
        )
        await pool.close()
        expect(wrong).toEqual([])
      },
    ),
    runs,
  )
})

/** A failure shows its seed at once: a search for a smaller case would outlast the time limit. */
const runs = { numRuns: Number(process.env['WIRE_RUNS'] ?? 3), endOnFailure: true } as const

function exceptAway(error: unknown): void {
  if (!(error instanceof DatabaseAway)) throw error
}

function playWire({ wire }: WireProxy, { delays, pieces }: { delays: number[]; pieces: number[] }): void {
  let turn = 0
  wire.delayMs = () => delays[(turn += 1) % delays.length] ?? 0
  wire.pieceBytes = () => pieces[(turn += 1) % pieces.length] ?? 1
}

async function breakWire(
  { wire, cut }: WireProxy,
  { kind, afterMs, forMs }: { kind: string; afterMs: number; forMs: number },
): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, afterMs))
  if (kind === 'cut') cut()
  if (kind !== 'blackHole') return
  wire.isBlackHole = true
  await new Promise(resolve => setTimeout(resolve, forMs))
  wire.isBlackHole = false
}

describe('after a piece of work', () => {
  const pidOn = async (runner: Pick<Runner, 'run'>) => {
    const [row] = (await runner.run({ text: 'select pg_backend_pid() as pid', values: [] })) as {
      pid: number
    }[]
    return row?.pid
  }

  test('a connection with pending answers is destroyed and never reused', async () => {
    const pool = createConnectionPool(database.url, { connections: 1 })
    closing.push(() => pool.close())
    let first: number | undefined
    const left = pool.onOne(async runner => {
      first = await pidOn(runner)
      runner.run({ text: 'select pg_sleep(0.2)', values: [] }).catch(() => {})
      throw new Left()
    })
    await expect(left).rejects.toThrow(Left)
    expect(await pidOn(pool)).not.toBe(first)
  })

  test.each(['transaction', 'savepoint'])('a late statement of a failed %s writes nothing', async how => {
    const pool = createConnectionPool(database.url, { connections: 1 })
    closing.push(() => pool.close())
    await pool.run({ text: 'drop table if exists late', values: [] })
    await pool.run({ text: 'create table late (n int)', values: [] })
    let lateAnswer: Promise<unknown> | undefined
    const fails = (runner: Runner) =>
      runner.inTransaction(async inner => {
        const late = async () => {
          await new Promise(resolve => setTimeout(resolve, 100))
          return inner.run({ text: 'insert into late values ($1)', values: [1] })
        }
        lateAnswer = late()
        lateAnswer.catch(() => {})
        await inner.run({ text: 'select 1 / 0', values: [] })
      })
    if (how === 'transaction') await fails(pool).catch(() => {})
    else
      await pool.inTransaction(async outer => {
        await fails(outer).catch(() => {})
        await outer.run({ text: 'select pg_sleep(0.2)', values: [] })
      })

    await expect(lateAnswer).rejects.toThrow(DatabaseAway)
    expect(await pool.run({ text: 'select n from late', values: [] })).toEqual([])
  })
})

describe('an answer that reaches the wrong statement', () => {
  test('is given to no caller, and its connection is closed', async () => {
    const proxy = await startWireProxy(database.url)
    closing.push(() => proxy.close())
    const pool = createConnectionPool(proxy.url, { connections: 1 })
    closing.push(() => pool.close())
    const one = (runner: Pick<Runner, 'run'>) => runner.run({ text: 'select $1::int as one', values: [1] })
    const two = (runner: Pick<Runner, 'run'>) => runner.run({ text: 'select $1::int as two', values: [2] })
    expect(await pool.onOne(runner => Promise.all([one(runner), two(runner)]))).toEqual([
      [{ one: 1 }],
      [{ two: 2 }],
    ])

    proxy.wire.answersToSwap = 2
    const swapped = await pool.onOne(runner => Promise.allSettled([one(runner), two(runner)]))
    expect(swapped).toMatchObject([
      { status: 'rejected', reason: { name: 'DatabaseAway' } },
      { status: 'rejected', reason: { name: 'DatabaseAway' } },
    ])

    expect(await pool.onOne(runner => Promise.all([one(runner), two(runner)]))).toEqual([
      [{ one: 1 }],
      [{ two: 2 }],
    ])
  })

  test.each(['one', 'several'])(
    '[rule 15] is given to no caller when only the agent differs, %s at once',
    async howMany => {
      const proxy = await startWireProxy(database.url)
      closing.push(() => proxy.close())
      const pool = createConnectionPool(proxy.url, { connections: 1 })
      closing.push(() => pool.close())
      const agentIds = Array.from({ length: howMany === 'one' ? 2 : 4 }, () => newId(testDay))
      const askAll = () =>
        pool.onOne(runner =>
          Promise.allSettled(agentIds.map(agentId => tell(runner, { agentId, told: `of ${agentId}` }))),
        )
      const ownAnswers = agentIds.map(agentId => ({
        status: 'fulfilled',
        value: [{ told: `of ${agentId}` }],
      }))
      expect(await askAll()).toEqual(ownAnswers)

      proxy.wire.answersToSwap = agentIds.length
      const away = { status: 'rejected', reason: { name: 'DatabaseAway' } }
      expect(await askAll()).toMatchObject(agentIds.map(() => away))
      expect(await askAll()).toEqual(ownAnswers)
    },
  )

  test('is recognised by its columns, even for the first answer', async () => {
    const pool = createConnectionPool(database.url, { connections: 1 })
    closing.push(() => pool.close())
    const wrongAnswer = pool.run({ text: 'select 1 as one', values: [], columns: ['two'] })
    await expect(wrongAnswer).rejects.toThrow(DatabaseAway)
  })
})

describe('[rule 15] calls of two agents', () => {
  const agents = ['9300000001', '9300000002']
  let server: TestServer
  let proxy: WireProxy
  const log = collectingLog('error')
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    proxy = await startWireProxy(database.url)
    // The narrow limits are for the calls of the test: on a busy machine a log-in would exceed them.
    const patient = await startTestServer({ databaseUrl: database.url })
    for (const mobile of agents) {
      const agentId = await patient.addAgent({ mobile, password: agentPassword })
      // The first agent has no orders, so that a foreign order shows at once.
      if (mobile !== agents[0]) await addFinishedOrders(patient, agentId, mobile, 7)
      tokens.set(mobile, await patient.signIn(mobile))
    }
    await patient.close()
    server = await startTestServer({ databaseUrl: proxy.url }, { log: log.log, databaseLimits: limits })
  })
  afterAll(async () => {
    await server.close()
    await proxy.close()
  })

  test('show each agent only their own data, on any wire', async () => {
    await assert(
      asyncProperty(aWire, array(aFault, { maxLength: 2 }), async (wire, faults) => {
        playWire(proxy, wire)
        const breaking = faults.map(fault => breakWire(proxy, fault))
        const answers = await Promise.all(
          Array.from({ length: 8 }, async (_, index) => {
            const mobile = agents[index % 2] ?? ''
            const name = index % 4 < 2 ? 'listOrders' : 'getProfile'
            const token = tokens.get(mobile)
            return { mobile, answer: await server.call(name, { username: mobile, pageNo: 1 }, { token }) }
          }),
        )
        await Promise.all(breaking)
        for (const { mobile, answer } of answers) {
          expect([200, 503]).toContain(answer.status)
          expect(shownBy(answer)).toEqual(answer.status === 503 ? [] : ownOf(mobile, answer))
        }
      }),
      runs,
    )
    Object.assign(proxy.wire, { delayMs: () => 0, pieceBytes: () => 65_536 })
    for (const mobile of agents) {
      const token = tokens.get(mobile)
      const profile = async () => shownBy(await server.call('getProfile', { username: mobile }, { token }))
      await expect.poll(profile).toEqual([mobile])
    }
    expect(log.lines().filter(({ err }) => (err as { type?: string }).type !== 'DatabaseAway')).toEqual([])
  })

  const shownBy = (answer: TestAnswer): string[] =>
    answer['user']
      ? [answer['user'].mobile]
      : (answer['orders'] ?? []).map(({ dbsRefCode }: { dbsRefCode: string }) => dbsRefCode)
  const ownOf = (mobile: string, answer: TestAnswer): string[] => {
    if (answer['user']) return [mobile]
    return mobile === agents[0] ? [] : [6, 5, 4, 3, 2].map(n => `OWN-${mobile}-${n}`)
  }
})

async function addFinishedOrders(
  server: TestServer,
  agentId: string,
  mobile: string,
  count: number,
): Promise<void> {
  const at = server.clock.now()
  await insertRows(server.open.runner, 'daily_counts', [{ agentId, day: indiaDate(at), kycSuccess: count }])
  await insertRows(
    server.open.runner,
    'orders',
    Array.from({ length: count }, (_, n) => ({
      agentId,
      id: newId(new Date(at.getTime() + n)),
      reference: `OWN-${mobile}-${n}`,
      status: 'KYC_SUCCESS' as const,
      outcome: 'verified' as const,
      createdOn: new Date(at.getTime() + n),
      expiresOn: at,
      completedOn: at,
      transactionId: `UKC:${n}`,
      message: 'Success',
    })),
  )
}
