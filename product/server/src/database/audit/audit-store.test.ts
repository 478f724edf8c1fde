import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { createAuditSeals, createLogWitness, type AuditSeals } from '../../domain/audit/audit-seal.ts'
import type { AuditEvent } from '../../domain/audit/audit-events.ts'
import { dayMs } from '../../domain/clocks.ts'
import { newId } from '../../domain/ids.ts'
import { defaultPolicy as policy } from '../../domain/policy.ts'
import { collectingLog, type CollectingLog } from '../../../testing/collecting-log.ts'
import { auditEvent } from '../../../testing/fixed/audit-event.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { countRows, insertRows, runSql } from '../../../testing/database/run-sql.ts'
import { databaseOfTest } from '../../../testing/database/test-database.ts'
import { createAuditStore } from './audit-store.ts'
import { eraseFromAudit } from './audit-erasure.ts'
import { applyAuditRetention } from './audit-retention.ts'
import { sealAuditRows } from './audit-sealer.ts'
import { verifyAuditChain } from './audit-verification.ts'
import { compareTrailWithLog } from './compare-trail-with-log.ts'
import { openDatabase, type OpenDatabase } from '../link/open-database.ts'
import type { SqlRunner } from '../link/sql.ts'

const now = createTestClock().now()
const later = (days: number) => new Date(now.getTime() + days * dayMs)

let log: CollectingLog
let seals: AuditSeals
let open: OpenDatabase
let db: SqlRunner
beforeEach(async () => {
  log = collectingLog()
  seals = createAuditSeals([Buffer.alloc(32, 'an audit key that only tests have')], createLogWitness(log.log))
  const url = await databaseOfTest()
  open = openDatabase(url, seals, { connections: 4 })
  onTestFinished(() => open.close())
  db = open.runner
})

const append = (differs?: Partial<AuditEvent>, by = db) =>
  createAuditStore(by, seals).append(auditEvent(differs))
const seal = () => sealAuditRows(db, seals, now)
const problems = async () => (await verifyAuditChain(db, seals, { now })).problems

describe('a row that the server did not write', () => {
  /** Inserts a row as an administrator of the database can, who does not have AUDIT_KEY. */
  async function forge(differs: Record<string, unknown> = {}): Promise<string> {
    const { at: happenedOn, ...columns } = auditEvent()
    const id = newId(now)
    await insertRows(db, 'audit_events', [{ ...columns, id, happenedOn, ...differs }])
    return id
  }

  test('is never sealed and fails the verification at once, dated back or not', async () => {
    await append()
    const [ofAnother] = await runSql(db, 'select mac from audit_events')
    const forged = [
      await forge({ happenedOn: later(-3), outcome: 'innocent operator disabled 9000000005' }),
      await forge({ mac: Buffer.alloc(36) }),
      await forge({ mac: ofAnother?.['mac'] }),
    ]
    await append()
    expect(await seal()).toBe(2)
    expect(await seal()).toBe(0)
    expect(await verifyAuditChain(db, seals, { now })).toMatchObject({
      rows: 2,
      waiting: 0,
      problems: [{ kind: 'foreign', rows: 3, ids: expect.arrayContaining(forged) }],
    })
  })

  test('is counted at each sealing, over all batches, and holds up no row of the server', async () => {
    await forge()
    await forge({ mac: Buffer.alloc(36) })
    await append()
    const refusals: number[] = []
    const sealAndTell = () => sealAuditRows(db, seals, now, refused => refusals.push(refused))
    await sealAndTell()
    await runSql(
      db,
      `insert into audit_events (id, happened_on, actor_kind, actor, action, subject, outcome)
       select gen_random_uuid(), '2027-03-01', 'admin', 'x', 'x.y', 'x', 'x' from generate_series(1, 1500)`,
    )
    await append()
    expect(await sealAndTell()).toBe(1)
    await db.inTransaction(async transaction => {
      await runSql(transaction, 'select from audit_turn for update')
      await sealAndTell()
    })
    expect(refusals).toEqual([2, 1_502])
  })
})

describe('a trigger of an intruder', () => {
  test.each([
    ['changes a row', `new.outcome := 'done'; return new;`],
    ['changes a MAC', 'new.mac := null; return new;'],
    ['changes a time by a microsecond', `new.happened_on := new.happened_on + interval '1 us'; return new;`],
  ])('that %s fails the transaction and all its work, and the verification names it', async (_does, body) => {
    await runSql(
      db,
      `create function intrude() returns trigger language plpgsql as $$ begin ${body} end $$;
       create trigger intrusion before insert on audit_events
         for each row when (new.outcome = 'claimed') execute function intrude()`,
    )
    const work = open.database.transaction(async stores => {
      await stores.quotas.take({ subject: 'x', kind: 'x', at: now, since: now, latest: now, limit: 1 })
      await stores.audit.append(auditEvent())
    })
    await expect(work).rejects.toThrow('did not keep an audit row as it was written')
    expect(await countRows(db, 'quotas')).toBe(0)
    expect(await countRows(db, 'audit_events')).toBe(0)
    expect(await problems()).toEqual([{ kind: 'hooked', names: ['intrusion'] }])
  })

  test('that is a rule fails each row, too', async () => {
    await runSql(db, 'create rule intrusion as on insert to audit_events do instead nothing')
    await expect(append()).rejects.toThrow('INSERT RETURNING')
    expect(await problems()).toEqual([{ kind: 'hooked', names: ['intrusion'] }])
  })
})

test('a MAC that was changed after the seal is found', async () => {
  await append()
  await seal()
  await runSql(
    db,
    `alter table audit_events disable trigger append_only;
     update audit_events set mac = set_byte(mac, 20, get_byte(mac, 20) # 1)`,
  )
  expect(await problems()).toEqual([{ kind: 'changed', from: 1, to: 1 }])
})

test('half a character of UTF-16 in a foreign text is no change', async () => {
  await append({ subject: 'half \ud83d of a smile' })
  expect(await seal()).toBe(1)
  expect(await problems()).toEqual([])
})

describe('the log', () => {
  const logged = () => log.lines().map(({ auditRow }) => String(auditRow).slice(0, 36))
  const differing = async (text = log.text(), at = now) =>
    (await compareTrailWithLog(db, linesOf(text), { now: at, policy })).differing

  async function* linesOf(text: string): AsyncGenerator<string> {
    yield* text.split('\n')
  }

  test('names each committed row with its id and its MAC, once', async () => {
    await append()
    const [row] = await runSql<{ whole: string }>(
      db,
      `select id || ' ' || encode(mac, 'hex') as whole from audit_events`,
    )
    expect(log.lines()).toMatchObject([{ msg: 'audit row', auditRow: row?.whole }])
  })

  test('names no row of a transaction or of a savepoint that was rolled back', async () => {
    await db.inTransaction(async outer => {
      await append({}, outer)
      const rolledBack = outer.inTransaction(async inner => {
        await append({}, inner)
        throw new Error('left')
      })
      await expect(rolledBack).rejects.toThrow('left')
      await outer.inTransaction(inner => append({}, inner))
      expect(log.lines()).toEqual([])
    })
    const whole = db.inTransaction(async transaction => {
      await append({}, transaction)
      throw new Error('left')
    })
    await expect(whole).rejects.toThrow('left')
    expect(logged()).toHaveLength(2)
    expect(await differing()).toEqual([])
  })

  test('[rule 17] tells a row that somebody put in the place of another', async () => {
    await append()
    await runSql(
      db,
      `alter table audit_events disable trigger append_only; update audit_events set mac = '\\x00'`,
    )
    expect(await differing()).toEqual(logged())
  })

  test('[rule 17] is read from lines of Docker and of rsyslog, and beside lines of others', async () => {
    await append({ subject: 'removed' })
    await append()
    const [removed, kept] = log.text().split('\n')
    const { auditRow } = log.lines()[0] ?? {}
    await runSql(
      db,
      `set session_replication_role = replica; delete from audit_events where subject = 'removed';
       reset session_replication_role`,
    )
    const inDocker = JSON.stringify({ log: `${removed}\n`, stream: 'stdout' })
    const inEcs = JSON.stringify({ log: { level: 'info' }, message: 'audit row', ekyc: { auditRow } })
    const text = ['auditRow of another', '{"auditRow":"x"}', kept, inDocker, inEcs].join('\n')
    expect(await differing(text)).toEqual([logged()[0], logged()[0]])
  })

  test('tells no row that is in the archive, or that the retention has erased', async () => {
    await append()
    await seal()
    await applyAuditRetention(db, seals, later(3 * 366), policy)
    expect(await countRows(db, 'audit_archive')).toBe(1)
    expect(await differing()).toEqual([])
    await applyAuditRetention(db, seals, later(9 * 366), policy)
    expect(await countRows(db, 'audit_archive')).toBe(0)
    expect(await differing(log.text(), later(9 * 366))).toEqual([])
  })

  test('tells no row from which the mobile number of an erased agent was taken, sealed or not', async () => {
    await append()
    await seal()
    await append()
    const agent = { id: '01958000-0000-7000-8000-000000000001', mobile: '9000000001' }
    await db.inTransaction(transaction => eraseFromAudit(transaction, seals, agent))
    expect(await countRows(db, 'audit_events', `actor = '${agent.id}'`)).toBe(2)
    expect(await differing()).toEqual([])
  })
})
