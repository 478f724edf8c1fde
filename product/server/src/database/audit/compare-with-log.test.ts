import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createAuditSeals, witnessIn, type AuditSeals } from '../../domain/audit/audit-seal.ts'
import { defaultPolicy as policy } from '../../domain/policy.ts'
import { collectingLog, type CollectingLog } from '../../../testing/collecting-log.ts'
import { auditEvent } from '../../../testing/fixed/audit-event.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { countRows, runSql } from '../../../testing/database/run-sql.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { createAuditStore } from './audit-store.ts'
import { eraseFromAudit } from './audit-erasure.ts'
import { compareWithLog } from './compare-with-log.ts'
import { keepAuditRetention } from './audit-retention.ts'
import { sealAuditRows } from './audit-sealer.ts'
import { openDatabase, type OpenDatabase } from '../link/open-database.ts'
import type { Runner } from '../link/runner.ts'

const start = createTestClock().now()
const yearsLater = (years: number) => new Date(start.getTime() + years * 366 * 86_400_000)

let log: CollectingLog
let seals: AuditSeals
let database: Awaited<ReturnType<typeof createTestDatabase>>
let open: OpenDatabase
let db: Runner
beforeEach(async () => {
  log = collectingLog()
  seals = createAuditSeals([Buffer.alloc(32, 'an audit key that only tests have')], witnessIn(log.log))
  database = await createTestDatabase()
  open = openDatabase(database.url, seals, { connections: 4 })
  db = open.runner
})
afterEach(async () => {
  await open.close()
  await database.drop()
})

const append = (subject: string, by: Runner = db) =>
  createAuditStore(by, seals).append(auditEvent({ subject }))
const logged = () => log.lines().map(({ auditRow }) => String(auditRow).slice(0, 36))
const differing = async (text = log.text(), now = start) =>
  (await compareWithLog(db, linesOf(text), { now, policy })).differing

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}

describe('the log names each row whose transaction was committed', () => {
  test('with its id and its MAC, once', async () => {
    await append('one')
    const [row] = await runSql<{ whole: string }>(
      db,
      `select id || ' ' || encode(mac, 'hex') as whole from audit_events`,
    )
    expect(log.lines()).toMatchObject([{ msg: 'audit row', auditRow: row?.whole }])
  })

  test('none of a transaction or of a savepoint that was rolled back', async () => {
    await db.inTransaction(async outer => {
      await append('kept', outer)
      const rolledBack = outer.inTransaction(async inner => {
        await append('rolled back', inner)
        throw new Error('left')
      })
      await expect(rolledBack).rejects.toThrow('left')
      await outer.inTransaction(inner => append('kept, too', inner))
      expect(log.lines()).toEqual([])
    })
    const whole = db.inTransaction(async transaction => {
      await append('rolled back, too', transaction)
      throw new Error('left')
    })
    await expect(whole).rejects.toThrow('left')
    expect(logged()).toHaveLength(2)
    expect(await differing()).toEqual([])
  })
})

describe('[rule 17] what the log names', () => {
  test('a row that somebody put in the place of another', async () => {
    await append('one')
    await runSql(
      db,
      `alter table audit_events disable trigger append_only; update audit_events set mac = '\\x00'`,
    )
    expect(await differing()).toEqual(logged())
  })

  test('in the lines of Docker and of rsyslog, and beside lines of others', async () => {
    await append('removed')
    await append('kept')
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
})

describe('no row is named', () => {
  test('that is in the archive, or that the retention has erased', async () => {
    await append('one')
    await sealAuditRows(db, seals, start)
    await keepAuditRetention(db, seals, yearsLater(3), policy)
    expect(await countRows(db, 'audit_archive')).toBe(1)
    expect(await differing()).toEqual([])
    await keepAuditRetention(db, seals, yearsLater(9), policy)
    expect(await countRows(db, 'audit_archive')).toBe(0)
    expect(await differing(log.text(), yearsLater(9))).toEqual([])
  })

  test('from which the mobile number of an erased agent was taken, sealed or not', async () => {
    await append('one')
    await sealAuditRows(db, seals, start)
    await append('two')
    const agent = { id: '01958000-0000-7000-8000-000000000001', mobile: '9000000001' }
    await db.inTransaction(transaction => eraseFromAudit(transaction, seals, agent))
    expect(await countRows(db, 'audit_events', `actor = '${agent.id}'`)).toBe(2)
    expect(await differing()).toEqual([])
  })
})
