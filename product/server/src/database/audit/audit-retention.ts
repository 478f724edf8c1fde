import { verifyChain } from '../../domain/audit/audit-chain.ts'
import { chainStart, type AuditSeals } from '../../domain/audit/audit-seal.ts'
import { systemEvent } from '../../domain/audit/audit-events.ts'
import type { Policy } from '../../domain/policy.ts'
import { yearsBefore } from '../../domain/calendar.ts'
import { createAuditStore } from './audit-store.ts'
import {
  listErasedRows,
  sealedRowFields,
  sealedRowColumns,
  signedMarkFields,
  signedMarkValues,
} from './audit-rows.ts'
import { lockAuditChain, findNewestCheckpoint } from './audit-sealer.ts'
import { isHeldAuditRow, readHeldRecords } from '../kyc/legal-holds.ts'
import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'

const batch = 1_000

/** Each step is a transaction, so that a crash leaves no half-done step. */
export async function applyAuditRetention(
  db: SqlRunner,
  seals: AuditSeals,
  at: Date,
  policy: Policy,
): Promise<void> {
  const { auditOnlineYears, auditArchivedYears, auditOtherYears } = policy
  const held = await readHeldRecords(db)
  const online = { before: yearsBefore(at, auditOnlineYears), limit: batch }
  const over = { ...held, before: yearsBefore(at, auditOnlineYears + auditArchivedYears), limit: batch }
  const othersOver = { ...over, before: yearsBefore(at, auditOtherYears) }
  // Nothing that holds up the archive, which takes long beside millions of other old rows, may hold up an erasure.
  const erased =
    (await repeat(db, async step => keepDigests(step, seals, await eraseOtherEvents(step, othersOver)))) +
    (await repeat(db, async step => keepDigests(step, seals, await eraseEvents(step, over)))) +
    (await repeat(db, async step => keepDigests(step, seals, await eraseArchived(step, over))))
  const archived = await repeat(db, step => archiveEvents(step, online))
  await repeat(db, step => replaceCheckpoint(step, seals, at))
  for (const [action, rows] of [
    ['audit.erase', erased],
    ['audit.archive', archived],
  ] as const)
    if (rows > 0)
      await createAuditStore(db, seals).append(
        systemEvent({ at, action, subject: 'audit', outcome: `${rows} rows` }),
      )
}

async function repeat(db: SqlRunner, step: (transaction: SqlRunner) => Promise<unknown[]>): Promise<number> {
  let total = 0
  for (;;) {
    const rows = await db.inTransaction(async transaction => {
      await lockAuditChain(transaction)
      await allowErasing(transaction)
      return step(transaction)
    })
    total += rows.length
    if (rows.length < batch) return total
  }
}

/** The chain needs them. */
async function keepDigests(db: SqlRunner, seals: AuditSeals, erased: t.RowOf<typeof sealedRowFields>[]) {
  await insertErased(db, {
    positions: erased.map(({ position }) => position),
    digests: erased.map(link => seals.digest(link)),
    seals: erased.map(({ seal }) => seal),
  })
  return erased
}

/**
 * Verifies the links of the erased rows first, so that the server never signs rows as erased that an intruder removed.
 */
async function replaceCheckpoint(db: SqlRunner, seals: AuditSeals, at: Date) {
  const start = (await findNewestCheckpoint.first(db)) ?? chainStart
  const erased = await listErasedRows(db, { after: start.position, limit: batch })
  const links = erased.filter(({ position }, index) => position === start.position + 1 + index)
  const end = links.at(-1)
  const head = end && (await findHeadWithin.first(db, { position: end.position }))
  if (!head) return []
  const upToHead = links.filter(({ position }) => position <= head.position)
  // The heads between need no check, because this head alone becomes the start.
  const before = { ...start, number: head.number - 1 }
  const { problems } = await verifyChain(seals, { start: before, heads: [[head]], links: [upToHead] })
  if (problems.length > 0) return []

  const { number, position, seal } = head
  await insertCheckpoint(db, seals.sign('checkpoint', { number, position, seal, markedOn: at }))
  await deleteCheckpoints(db, { before: head.number })
  await deleteHeads(db, { upTo: head.number })
  await deleteErased(db, { upTo: head.position })
  return erased
}

/** The triggers of the audit tables refuse all other deletions. */
const allowErasing = statement('audit.allowErasing')`
  select from set_config('ekyc.audit_retention', 'on', true)`

/** Literals, because the planner uses the partial index of the remaining rows only for a condition with constants. */
const isAuthentication = sql`
  (actor_kind <> 'stranger'
    and split_part(action, '.', 1) in ('session', 'password', 'passkey', 'order', 'consent'))`

const isSealedBefore = sql`position is not null and happened_on < ${t.moment('before')}`

const isOver = sql`${isSealedBefore} and not ${isHeldAuditRow}`

const eraseOtherEvents = statement('audit.eraseOtherEvents', sealedRowFields)`
  delete from audit_events where id in
    (select id from audit_events where ${isOver} and not ${isAuthentication}
     order by happened_on limit ${t.bigint('limit')})
  returning ${sealedRowColumns}`

const eraseEvents = statement('audit.eraseEvents', sealedRowFields)`
  delete from audit_events where id in
    (select id from audit_events where ${isOver} and ${isAuthentication}
     order by happened_on limit ${t.bigint('limit')})
  returning ${sealedRowColumns}`

const eraseArchived = statement('audit.eraseArchived', sealedRowFields)`
  delete from audit_archive where position in
    (select position from audit_archive where ${isOver} and ${isAuthentication}
     order by happened_on limit ${t.bigint('limit')})
  returning ${sealedRowColumns}`

const insertErased = statement('audit.insertErased')`
  insert into audit_erased (position, digest, seal)
  select * from unnest(
    ${t.bigints('positions')}, ${t.bytesArray('digests')}, ${t.bytesArray('seals')})`

const archivedColumns = sql`
  id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id, address,
  writer, writer_count, mac, position, seal, sealed_digest`

const archiveEvents = statement('audit.archiveEvents', { position: t.bigint })`
  with moved as (delete from audit_events where id in
    (select id from audit_events where ${isSealedBefore} and ${isAuthentication}
     order by happened_on limit ${t.bigint('limit')}) returning *)
  insert into audit_archive (${archivedColumns}) select ${archivedColumns} from moved returning position`

/** Leaves out the newest head of all, from which the sealer continues. */
const findHeadWithin = statement('audit.findHeadWithin', signedMarkFields)`
  select ${columns(signedMarkFields)} from audit_heads
  where position <= ${t.bigint('position')} and number < (select max(number) from audit_heads as newest)
  order by number desc limit 1`

const insertCheckpoint = statement('audit.insertCheckpoint')`
  insert into audit_checkpoints (${columns(signedMarkFields)})
  values (${signedMarkValues})`

const deleteCheckpoints = statement('audit.deleteCheckpoints')`
  delete from audit_checkpoints where number < ${t.bigint('before')}`

const deleteHeads = statement('audit.deleteHeads')`
  delete from audit_heads where number <= ${t.bigint('upTo')}`

const deleteErased = statement('audit.deleteErased')`
  delete from audit_erased where position <= ${t.bigint('upTo')}`
