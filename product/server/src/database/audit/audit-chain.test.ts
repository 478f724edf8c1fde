import { afterAll, beforeEach, expect, test } from 'vitest'

import { createAuditSeals, type SignedMark } from '../../domain/audit/audit-seal.ts'
import type { AuditEvent } from '../../domain/audit/audit-events.ts'
import { auditEvent } from '../../../testing/fixed/audit-event.ts'
import { createTestClock } from '../../../testing/fixed/test-clock.ts'
import { emptyTables } from '../../../testing/database/empty-tables.ts'
import { countRows, runSql } from '../../../testing/database/run-sql.ts'
import { databaseOfFile } from '../../../testing/database/test-database.ts'
import { createAuditStore } from './audit-store.ts'
import { exportAuditRows } from './audit-export.ts'
import { defaultPolicy } from '../../domain/policy.ts'
import { applyAuditRetention } from './audit-retention.ts'
import { findNewestHead, sealAuditRows } from './audit-sealer.ts'
import { verifyAuditChain } from './audit-verification.ts'
import { openDatabase } from '../link/open-database.ts'

const oldKey = Buffer.alloc(32, 'an audit key that only tests have')
const newKey = Buffer.alloc(32, 'another audit key of the tests...')
const seals = createAuditSeals([oldKey])
const start = createTestClock().now()
const after = (days: number) => new Date(start.getTime() + days * 86_400_000)

const databaseUrl = await databaseOfFile()
const open = openDatabase(databaseUrl, seals, { connections: 4 })
const db = open.runner
beforeEach(() => emptyTables(db))
afterAll(() => open.close())

test('rows are sealed in order, and an untouched chain verifies', async () => {
  await happened(1_001)
  expect(await sealAuditRows(db, seals, start)).toBe(1_001)
  await happened(3, { at: after(1) })
  expect(await verdict()).toMatchObject({ rows: 1_001, waiting: 3, problems: [] })
  await sealAuditRows(db, seals, after(1))
  expect(await verdict()).toMatchObject({
    rows: 1_004,
    waiting: 0,
    head: { number: 3, position: 1_004 },
    problems: [],
  })
})

test('a row of a long transaction is sealed after younger rows, once it is committed', async () => {
  await open.database.transaction(async stores => {
    await stores.audit.append(auditEvent({ subject: 'late' }))
    await happened(5, { at: after(1) })
    expect(await sealAuditRows(db, seals, after(1))).toBe(5)
  })
  expect(await sealAuditRows(db, seals, after(1))).toBe(1)
  expect(await verdict()).toMatchObject({ rows: 6, problems: [] })
})

test('the database itself refuses to change, remove or empty append-only tables', async () => {
  await happened(3)
  await sealAuditRows(db, seals, start)
  const refused = [
    `update audit_events set outcome = 'done' where position = 2`,
    `update audit_events set position = null, seal = null where position = 2`,
    `delete from audit_events where position = 2`,
    `truncate audit_events`,
    `update audit_heads set position = 2`,
    `delete from audit_heads`,
    `insert into audit_events select gen_random_uuid(), happened_on, actor_kind, agent_id, actor, action,
      subject, outcome, request_id, trace_id, address, 4, seal from audit_events where position = 3`,
  ]
  for (const statement of refused)
    await expect(db.run({ text: statement, values: [] })).rejects.toThrow(/append-only/)
  expect(await verdict()).toMatchObject({ rows: 3, problems: [] })
})

// The tests of domain/audit/audit-chain.ts have all other intrusions.
test.each<[string, string[], object[]]>([
  [
    'a row removed under the pretence of retention',
    [
      `insert into audit_erased select position, '\\x00'::bytea, seal from audit_events where position = 4`,
      `delete from audit_events where position = 4`,
    ],
    [at('changed', 4)],
  ],
  [
    'a head passed off as the beginning',
    [
      `insert into audit_checkpoints select * from audit_heads where number = 1`,
      `delete from audit_events where position <= 5`,
    ],
    [{ kind: 'checkpoint-changed' }],
  ],
])('[rule 17] %s is found, with its position', async (_what, statements, problems) => {
  await tenRows()
  await asIntruder(...statements)
  expect((await verdict()).problems).toEqual(problems)
})

test('rows unsealed for an hour are reported', async () => {
  await happened(2)
  expect((await verdict({ now: start })).problems).toEqual([])
  expect((await verdict({ now: after(1) })).problems).toEqual([{ kind: 'not-sealed', rows: 2 }])
})

test('the recent part of the chain can be verified alone', async () => {
  await tenRows()
  await happened(4, { at: after(3) })
  await sealAuditRows(db, seals, after(3))
  await asIntruder(`update audit_events set outcome = 'forged' where position = 2`)
  expect(await verdict({ since: after(2) })).toMatchObject({ rows: 4, problems: [] })
  expect((await verdict()).problems).toEqual([at('changed', 2)])
})

test('[rule 25] a new audit key continues where the old one ended; without the old key the chain cannot be verified', async () => {
  await tenRows()
  const rotated = createAuditSeals([newKey, oldKey])
  await happened(5)
  await sealAuditRows(db, rotated, start)
  expect(await verdict({ by: rotated })).toMatchObject({ rows: 15, problems: [] })
  expect((await verdict({ by: createAuditSeals([newKey]) })).problems).toEqual(
    expect.arrayContaining([at('unknown-key', 1, 10), at('head-changed', 1, 2)]),
  )
})

test('an export holds the rows of its days, also from the archive, and ends with the signed head', async () => {
  await happened(2, { subject: 'first day' })
  await happened(3, { at: after(1), subject: 'second day' })
  await happened(1, { at: after(2), subject: 'third day' })
  await sealAuditRows(db, seals, after(2))
  const lines = await exported(after(0.5), after(2))
  expect(lines).toMatchObject([
    ...[3, 4, 5].map(position => ({ position, subject: 'second day', address: '192.0.2.1' })),
    { head: { number: 1, position: 6 } },
  ])

  await applyAuditRetention(db, seals, after(3 * 366), defaultPolicy)
  expect(await countRows(db, 'audit_archive')).toBe(6)
  expect((await exported(after(0.5), after(2))).slice(0, -1)).toEqual(lines.slice(0, -1))
})

test('[rule 18] authentication stays 2 years online and 5 in the archive, the rest 1 year, under a valid chain', async () => {
  const others = [
    { action: 'agent.disable' as const, actorKind: 'admin' as const },
    { actorKind: 'stranger' as const },
  ]
  for (const day of [0, 1, 2]) {
    await happened(3, { at: after(day) })
    await happened(1, { at: after(day), action: 'password.check-otp' })
    for (const other of others) await happened(1, { at: after(day), ...other })
    await sealAuditRows(db, seals, after(day))
  }
  const kept = await findNewestHead.first(db)
  const year = 365.25

  await retained(after(year - 1))
  expect(await counts()).toEqual({ online: 18, archived: 0, erased: 0 })
  await retained(after(year + 3))
  expect(await counts()).toEqual({ online: 12, archived: 0, erased: 6 })
  expect(await verdict({ expected: kept })).toMatchObject({ erased: 6, problems: [] })

  await retained(after(2 * year - 1))
  expect(await counts()).toMatchObject({ online: 12, archived: 0 })
  await retained(after(2 * year + 3))
  expect(await counts()).toMatchObject({ online: 0, archived: 12 })
  expect(await verdict({ expected: kept })).toMatchObject({ problems: [] })

  await retained(after(7 * year - 1))
  expect(await counts()).toMatchObject({ archived: 12 })
  // The first two days are past retention, the third is not: the chain begins after the second.
  await retained(after(7 * year + 1.5))
  expect(await counts()).toMatchObject({ archived: 4 })
  expect(await verdict({ expected: kept })).toMatchObject({ problems: [] })
  expect(await beginning()).toMatchObject([{ position: '12' }])
  await retained(after(7 * year + 3))
  expect(await counts()).toMatchObject({ archived: 0, erased: 0 })
  // The retention's own rows of years ago are past retention as well.
  expect(await beginning()).toMatchObject([{ position: '21' }])
  expect(await verdict()).toMatchObject({ problems: [] })

  await asIntruder(`delete from audit_events where position = (select min(position) from audit_events)`)
  expect((await verdict()).problems).not.toEqual([])
})

test('[rule 18] rows past retention are erased even while younger rows cannot be archived', async () => {
  await happened(2)
  await happened(2, { action: 'agent.disable', actorKind: 'admin' })
  await happened(1, { at: after(6 * 366) })
  await sealAuditRows(db, seals, after(6 * 366))
  const taken = 'id, happened_on, actor_kind, actor, action, subject, outcome, position, seal'
  await asIntruder(
    `insert into audit_archive (${taken}) select ${taken} from audit_events where position = 5`,
  )
  const swept = applyAuditRetention(db, seals, after(9 * 366), defaultPolicy)
  await expect(swept).rejects.toThrow('duplicate key')
  expect(await counts()).toMatchObject({ online: 1 })
})

const digestsOfOtherRows = `
  insert into audit_erased (position, digest, seal)
  select position, sha256(id::text::bytea), seal from audit_events where position <= 4`

test.each([
  ['removed', 'select', 'missing' as const],
  ['replaced by digests of other rows', digestsOfOtherRows, 'changed' as const],
])('rows that an intruder %s are never signed as erased', async (_how, before, problem) => {
  await happened(4)
  await sealAuditRows(db, seals, start)
  await happened(4, { at: after(300) })
  await sealAuditRows(db, seals, after(300))
  await asIntruder(before)
  await asIntruder(`delete from audit_events where position <= 4`)
  await applyAuditRetention(db, seals, after(7.9 * 365), defaultPolicy)
  expect(await beginning()).toEqual([])
  expect((await verdict()).problems).toContainEqual(at(problem, 1, 4))
})

async function retained(now: Date): Promise<void> {
  await applyAuditRetention(db, seals, now, defaultPolicy)
  await sealAuditRows(db, seals, now)
}

async function counts() {
  const condition = `address = '192.0.2.1'`
  return {
    online: await countRows(db, 'audit_events', condition),
    archived: await countRows(db, 'audit_archive', condition),
    erased: await countRows(db, 'audit_erased'),
  }
}

async function beginning() {
  return runSql(db, 'select position::text from audit_checkpoints')
}

async function tenRows(): Promise<void> {
  for (let batch = 0; batch < 2; batch++) {
    await happened(5)
    await sealAuditRows(db, seals, start)
  }
}

async function happened(rows: number, differs: Partial<AuditEvent> = {}): Promise<void> {
  await db.inTransaction(async transaction => {
    const { append } = createAuditStore(transaction, seals)
    await Promise.all(Array.from({ length: rows }, () => append(auditEvent(differs))))
  })
}

function verdict(
  options: { now?: Date; by?: typeof seals; since?: Date; expected?: SignedMark | undefined } = {},
) {
  const { by = seals, now = start, ...rest } = options
  return verifyAuditChain(db, by, { now, ...rest })
}

/** Runs statements without triggers. */
async function asIntruder(...statements: string[]): Promise<void> {
  await db.inTransaction(async transaction => {
    await runSql(transaction, 'set local session_replication_role = replica')
    for (const text of statements) await transaction.run({ text, values: [] })
  })
}

async function exported(from: Date, before: Date): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  for await (const line of exportAuditRows(db, seals, { from, before }))
    lines.push(JSON.parse(line) as Record<string, unknown>)
  return lines
}

function at(kind: string, from: number, to = from): object {
  return { kind, from, to }
}
