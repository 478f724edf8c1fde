import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createAuditSeals } from '../domain/audit-seal.ts'
import { DatabaseAway } from '../domain/database-away.ts'
import { defaultPolicy } from '../domain/policy.ts'
import type { AuditEvent } from '../domain/stores.ts'
import { countRows, runSql } from '../testing/run-sql.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startWireProxy } from '../testing/wire-proxy.ts'
import { auditIn } from './audit.ts'
import { stateAuditCount } from './audit-count.ts'
import { keepAuditRetention } from './audit-retention.ts'
import { sealAuditRows } from './audit-sealer.ts'
import { verifyAuditChain } from './audit-verification.ts'
import { createConnectionPool } from './connection-pool.ts'
import { openDatabase, type OpenDatabase } from './open-database.ts'
import type { Runner } from './runner.ts'

const auditKey = Buffer.alloc(32, 'an audit key that only tests have')
const start = new Date('2027-03-10T06:30:00.000Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const [minute, day] = [60_000, 86_400_000]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let open: OpenDatabase
let db: Runner
beforeEach(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, createAuditSeals([auditKey]), { connections: 6 })
  db = open.runner
})
afterEach(async () => {
  await open.close()
  await database.drop()
})

const event = (subject: string, at = start): AuditEvent => ({
  at,
  actorKind: 'agent',
  agentId: undefined,
  actor: '9000000001',
  action: 'order.submit',
  subject,
  outcome: 'claimed',
  requestId: undefined,
  traceId: undefined,
  address: undefined,
})
const append = (subject: string, at?: Date) => open.database.audit.append(event(subject, at))
const seal = (at = start) => sealAuditRows(db, open.seals, at)
const state = (at: Date) => stateAuditCount(db, open.seals, at)
const verdict = (at = start) => verifyAuditChain(db, open.seals, { now: at })
async function missing(at = start): Promise<unknown[]> {
  const { problems } = await verdict(at)
  return problems.flatMap((problem): unknown[] =>
    problem.kind === 'not-counted' ? problem.counts.map(({ from, to }) => [from, to]) : [problem],
  )
}

/** Removes each new row within its own transaction, as an administrator of the database can. */
const dropRows = () =>
  runSql(
    db,
    `create function intrude() returns trigger language plpgsql as $$ begin
       perform set_config('session_replication_role', 'replica', true);
       delete from audit_events where id = new.id;
       perform set_config('session_replication_role', 'origin', true);
       return null; end $$;
     create trigger intrusion after insert on audit_events for each row execute function intrude()`,
  )
const leave = () => runSql(db, 'drop trigger intrusion on audit_events; drop function intrude')

describe('[rule 17] rows that a trigger of seconds removed', () => {
  test('are named by their counts, between the rows before and after them', async () => {
    await append('before')
    await dropRows()
    for (const subject of ['one', 'two', 'three']) await append(subject, later(1_000))
    await leave()
    expect(await countRows(db, 'audit_events')).toBe(1)
    await append('after', later(2_000))
    await seal()
    expect(await missing(later(minute))).toEqual([])
    await state(later(minute))
    expect((await verdict(later(minute))).problems).toEqual([
      {
        kind: 'not-counted',
        counts: [
          {
            writer: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
            from: 2,
            to: 4,
            after: '2027-03-10T06:30:00.000000Z',
            before: '2027-03-10T06:30:02.000000Z',
          },
        ],
      },
    ])
  })

  test('are named when they were the last of their writer', async () => {
    await append('before')
    await seal()
    await dropRows()
    await append('the last')
    await leave()
    await state(later(minute))
    expect(await missing(later(minute))).toEqual([[2, 2]])
    await seal(later(minute))
    expect(await missing(later(minute))).toEqual([[2, 2]])
  })

  test('are named when they were the whole history of their writer', async () => {
    const other = openDatabase(database.url, createAuditSeals([auditKey]), { connections: 2 })
    await append('of the first server')
    await dropRows()
    for (const subject of ['one', 'two']) await other.database.audit.append(event(subject))
    await leave()
    await stateAuditCount(other.runner, other.seals, later(minute))
    await other.close()
    await seal(later(minute))
    await state(later(minute))
    expect(await missing(later(minute))).toEqual([[1, 2]])
  })

  test('stay named when the writer, its rows and the heads of its days are old', async () => {
    await append('before')
    await dropRows()
    await append('dropped')
    await leave()
    await append('after')
    await state(later(minute))
    await seal(later(minute))
    for (const days of [5, 800]) {
      await append('of later days', later(days * day))
      await keepAuditRetention(db, open.seals, later(days * day), defaultPolicy)
      await seal(later(days * day))
      expect(await missing(later(days * day))).toEqual([[2, 2]])
    }
    const [newest] = await runSql<{ tally: string }>(
      db,
      'select tally from audit_heads order by number desc limit 1',
    )
    expect(Object.keys(JSON.parse(newest?.tally ?? '') as object)).toHaveLength(1)
  })

  test('cannot be hidden by a changed tally', async () => {
    await append('before')
    await dropRows()
    await append('dropped')
    await leave()
    await append('after')
    await state(later(minute))
    await seal(later(minute))
    await runSql(
      db,
      `alter table audit_heads disable trigger append_only; update audit_heads set tally = '{}'`,
    )
    expect((await verdict(later(minute))).problems).toContainEqual({ kind: 'head-changed', from: 1, to: 1 })
  })
})

describe('no count is missed', () => {
  test('of a transaction that was rolled back: the next row takes it', async () => {
    await append('first')
    const rolledBack = open.database.transaction(async stores => {
      await stores.audit.append(event('rolled back'))
      throw new Error('left')
    })
    await expect(rolledBack).rejects.toThrow('left')
    await append('second')
    await append('third')
    await state(later(minute))
    await seal(later(minute))
    expect(await missing(later(day))).toEqual([])
    expect(await countRows(db, 'audit_events', 'writer_count <= 4')).toBe(4)
  })

  test('of a savepoint that was rolled back, while its transaction went on', async () => {
    await db.inTransaction(async outer => {
      await auditIn(outer, open.seals).append(event('kept'))
      await outer
        .inTransaction(async inner => {
          await auditIn(inner, open.seals).append(event('rolled back'))
          throw new Error('left')
        })
        .catch(() => {})
      await outer.inTransaction(inner => auditIn(inner, open.seals).append(event('kept, too')))
    })
    await state(later(minute))
    await seal(later(minute))
    expect(await missing(later(day))).toEqual([])
    expect(await countRows(db, 'audit_events', 'writer_count <= 3')).toBe(3)
  })

  test('of a transaction under way, until it ends', async () => {
    await open.database.transaction(async stores => {
      await stores.audit.append(event('late'))
      await append('younger')
      await state(later(minute))
      await seal(later(minute))
      expect(await missing(later(minute))).toEqual([])
    })
    await seal(later(minute))
    await state(later(2 * minute))
    await seal(later(2 * minute))
    expect(await missing(later(day))).toEqual([])
  })

  test('of commits without an answer: the row is looked for, and its count taken again if it never came', async () => {
    const proxy = await startWireProxy(database.url)
    const pool = createConnectionPool(proxy.url, { connections: 1, limits: { answerMs: 200 } })
    const lose = (subject: string, isHeard: boolean) =>
      pool.inTransaction(async transaction => {
        await auditIn(transaction, open.seals).append(event(subject))
        // The commit reaches the database, or is lost; its answer is lost in both cases.
        if (isHeard) proxy.wire.delayMs = () => 150
        else proxy.wire.isBlackHole = true
      })
    try {
      await append('first')
      await expect(lose('never came', false)).rejects.toThrow(DatabaseAway)
      proxy.wire.isBlackHole = false
      await expect(lose('came', true)).rejects.toThrow(DatabaseAway)
      await expect.poll(() => countRows(db, 'audit_events', `subject = 'came'`)).toBe(1)
      await state(later(minute))
      await seal(later(minute))
      expect(await missing(later(minute))).toEqual([])
      await state(later(20 * minute))
      await state(later(22 * minute))
      await seal(later(22 * minute))
      expect(await missing(later(day))).toEqual([])
      expect((await verdict(later(day))).dead).toEqual([])
      expect(await countRows(db, 'audit_events', `outcome = '1 of lost commits not found'`)).toBe(1)
    } finally {
      await pool.close()
      await proxy.close()
    }
  })

  test('of several servers, restarts and a pooler that sets limits by itself', async () => {
    const servers = [1, 2, 3].map(() =>
      openDatabase(database.url, createAuditSeals([auditKey]), { connections: 2, pooler: 'transaction' }),
    )
    await Promise.all(
      servers.flatMap(server =>
        Array.from({ length: 40 }, (_, n) =>
          server.database
            .transaction(async stores => {
              await stores.audit.append(event(`${n}`))
              if (n % 5 === 0) throw new Error('left')
            })
            .catch(() => {}),
        ),
      ),
    )
    await Promise.all(servers.map(({ runner, seals }) => stateAuditCount(runner, seals, later(minute))))
    await seal(later(minute))
    await Promise.all(
      servers.map(({ runner, seals }) => stateAuditCount(runner, seals, later(2 * minute), true)),
    )
    await Promise.all(servers.map(server => server.close()))
    await seal(later(2 * minute))
    expect(await verdict(later(2 * minute))).toMatchObject({ dead: [], problems: [] })
  })
})

test('what a server had under way when it was killed is told apart from rows that somebody removed', async () => {
  await append('before')
  const { end: _killed } = open.seals.writer.take({ ...event('x'), id: 'never written' })
  await append('after')
  await seal()
  expect(await verdict(later(minute))).toMatchObject({ dead: [], problems: [] })
  expect(await verdict(later(day))).toMatchObject({ dead: [{ from: 2, to: 2 }], problems: [] })
})

test('a writer that was silent for a day begins anew, and is not missed', async () => {
  await append('first')
  await seal()
  await append('days later', later(3 * day))
  await state(later(3 * day + minute))
  await seal(later(3 * day + minute))
  expect(await verdict(later(3 * day + minute))).toMatchObject({ dead: [], problems: [] })
  expect(await runSql(db, 'select distinct writer from audit_events')).toHaveLength(2)
})

test('a writer that has nothing new to state writes no row', async () => {
  await state(later(minute))
  expect(await countRows(db, 'audit_events')).toBe(0)
  await append('first')
  for (const minutes of [1, 2, 3]) await state(later(minutes * minute))
  expect(await countRows(db, 'audit_events', `action = 'audit.count'`)).toBe(1)
})
