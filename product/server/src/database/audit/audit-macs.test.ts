import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createAuditSeals, type AuditSeals } from '../../domain/audit/audit-seal.ts'
import { newId } from '../../domain/ids.ts'
import type { AuditEvent } from '../../domain/audit/audit-trail.ts'
import { auditEvent } from '../../../testing/fixed/audit-event.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { countRows, insertRows, runSql } from '../../../testing/database/run-sql.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { createAuditStore } from './audit-store.ts'
import { sealAuditRows } from './audit-sealer.ts'
import { verifyAuditChain } from './audit-verification.ts'
import { openDatabase, type OpenDatabase } from '../link/open-database.ts'
import type { Runner } from '../link/runner.ts'

let seals: AuditSeals
const now = createTestClock().now()
const later = (ms: number) => new Date(now.getTime() + ms)
const hourMs = 3_600_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let open: OpenDatabase
let db: Runner
beforeEach(async () => {
  seals = createAuditSeals([Buffer.alloc(32, 'an audit key that only tests have')])
  database = await createTestDatabase()
  open = openDatabase(database.url, seals, { connections: 4 })
  db = open.runner
})
afterEach(async () => {
  await open.close()
  await database.drop()
})

const append = (differs?: Partial<AuditEvent>) => createAuditStore(db, seals).append(auditEvent(differs))
const seal = (at = now) => sealAuditRows(db, seals, at)
const verdict = (at = now) => verifyAuditChain(db, seals, { now: at })

/** Inserts a row as an administrator of the database can, who does not have AUDIT_KEY. */
async function forge(differs: Record<string, unknown> = {}): Promise<string> {
  const { at: happenedOn, ...columns } = auditEvent()
  const id = newId(now)
  await insertRows(db, 'audit_events', [{ ...columns, id, happenedOn, ...differs }])
  return id
}

describe('a row that the server did not write', () => {
  test('is never sealed and fails the verification at once, dated back or not', async () => {
    await append()
    const [ofAnother] = await runSql(db, 'select mac from audit_events')
    const forged = [
      await forge({ happenedOn: later(-3 * 24 * hourMs), outcome: 'innocent operator disabled 9000000005' }),
      await forge({ mac: Buffer.alloc(36) }),
      await forge({ mac: ofAnother?.['mac'] }),
    ]
    await append()
    expect(await seal()).toBe(2)
    expect(await seal()).toBe(0)
    const { rows, waiting, problems } = await verdict()
    expect({ rows, waiting }).toEqual({ rows: 2, waiting: 0 })
    expect(problems).toEqual([{ kind: 'foreign', rows: 3, ids: expect.arrayContaining(forged) as unknown }])
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

test('a MAC that was changed after the seal is found', async () => {
  await append()
  await append()
  await seal()
  await runSql(
    db,
    `alter table audit_events disable trigger append_only;
     update audit_events set mac = set_byte(mac, 20, get_byte(mac, 20) # 1) where position = 2`,
  )
  expect((await verdict()).problems).toEqual([{ kind: 'changed', from: 2, to: 2 }])
})

describe('a trigger of an intruder', () => {
  const hook = (body: string, when: 'before' | 'after', condition = 'true') =>
    runSql(
      db,
      `create function intrude() returns trigger language plpgsql as $$ begin ${body} end $$;
       create trigger intrusion ${when} insert on audit_events
         for each row when (${condition}) execute function intrude()`,
    )

  test.each([
    ['drops a row', 'return null;'],
    ['changes a row', `new.outcome := 'done'; return new;`],
    ['changes a MAC', 'new.mac := null; return new;'],
    ['changes a time by a microsecond', `new.happened_on := new.happened_on + interval '1 us'; return new;`],
  ])('that %s fails the transaction and all its work, and the verification names it', async (_does, body) => {
    await hook(body, 'before', `new.outcome = 'claimed'`)
    const work = open.database.transaction(async stores => {
      await stores.quotas.take({ subject: 'x', kind: 'x', at: now, since: now, latest: now, limit: 1 })
      await stores.audit.append(auditEvent())
    })
    await expect(work).rejects.toThrow('did not keep an audit row as it was written')
    expect(await countRows(db, 'quotas')).toBe(0)
    expect(await countRows(db, 'audit_events')).toBe(0)
    expect((await verdict()).problems).toEqual([{ kind: 'hooked', names: ['intrusion'] }])
  })

  test('that is a rule fails each row, too', async () => {
    await runSql(db, 'create rule intrusion as on insert to audit_events do instead nothing')
    await expect(append()).rejects.toThrow('INSERT RETURNING')
    expect((await verdict()).problems).toEqual([{ kind: 'hooked', names: ['intrusion'] }])
  })
})

test('half a character of UTF-16 in a foreign text is no change', async () => {
  await append({ subject: 'half \ud83d of a smile' })
  expect(await seal()).toBe(1)
  expect((await verdict()).problems).toEqual([])
})
