import { and, asc, desc, gt, lt, lte, sql, type SQL } from 'drizzle-orm'

import type { Policy } from '../domain/policy.ts'
import { authenticationNouns, yearsBefore } from '../domain/retention.ts'
import {
  chainStart,
  type AuditSeals,
  type ChainLink,
  type ChainMark,
  type SignedMark,
} from '../domain/audit-seal.ts'
import { auditIn } from './audit.ts'
import { linkOf, storedRows } from './audit-rows.ts'
import type { Queryable } from './queryable.ts'
import { auditCheckpoints, auditErased, auditHeads, auditTurn } from './schema.ts'

const batch = 1_000

/**
 * Erases audit rows whose time is over, moves those that are no longer at hand into the archive, and lets the chain
 * begin later where all that came before is erased. Each step is a transaction of its own, so that a kill leaves
 * nothing half done.
 */
export async function keepAuditRetention(
  db: Queryable,
  seals: AuditSeals,
  at: Date,
  policy: Policy,
): Promise<void> {
  const { auditOnlineYears, auditArchivedYears, auditOtherYears } = policy
  const over = sealedBefore(yearsBefore(at, auditOnlineYears + auditArchivedYears), isAuthentication)
  const overOthers = sealedBefore(yearsBefore(at, auditOtherYears), sql`not ${isAuthentication}`)
  const erased =
    (await repeat(db, eraseBatch(seals, 'audit_events', overOthers))) +
    (await repeat(db, eraseBatch(seals, 'audit_events', over))) +
    (await repeat(db, eraseBatch(seals, 'audit_archive', over)))
  const archived = await repeat(
    db,
    archiveBatch(sealedBefore(yearsBefore(at, auditOnlineYears), isAuthentication)),
  )
  await repeat(db, beginLater(seals, at))
  await record(db, at, { 'audit.erase': erased, 'audit.archive': archived })
}

/** Spelt out, not as parameters: the index of the others is chosen by these words. */
const isAuthentication = sql.raw(
  `(actor_kind <> 'stranger' and split_part(action, '.', 1) in (${authenticationNouns.map(noun => `'${noun}'`).join(', ')}))`,
)

function sealedBefore(moment: Date, kind: SQL): SQL {
  return sql`position is not null and happened_on < ${moment.toISOString()}::timestamptz and ${kind}`
}

/** Until a step says that it did less than a batch. It waits its turn: the sealer is never long. */
async function repeat(db: Queryable, step: (transaction: Queryable) => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await db.transaction(async transaction => {
      await transaction.select().from(auditTurn).for('update')
      await transaction.execute(sql`select set_config('ekyc.audit_retention', 'on', true)`)
      return step(transaction)
    })
    total += done
    if (done < batch) return total
  }
}

function eraseBatch(seals: AuditSeals, table: 'audit_events' | 'audit_archive', where: SQL) {
  return async (db: Queryable): Promise<number> => {
    const rows = await storedRows(db, table, { where, orderBy: sql`happened_on`, limit: batch })
    if (rows.length === 0) return 0
    const links = rows.map(linkOf)
    await db
      .insert(auditErased)
      .values(links.map(link => ({ position: link.position, seal: link.seal, digest: seals.digest(link) })))
    const positions = JSON.stringify(links.map(({ position }) => position))
    await db.execute(sql`
      delete from ${sql.identifier(table)} where position in
        (select value::bigint from jsonb_array_elements_text(${positions}::jsonb))`)
    return rows.length
  }
}

function archiveBatch(where: SQL) {
  return async (db: Queryable): Promise<number> => {
    const columns = sql`id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id,
      address, position, seal`
    const moved = await db.execute(sql`
      with moved as (delete from audit_events where id in
        (select id from audit_events where ${where} order by happened_on limit ${batch}) returning *)
      insert into audit_archive (${columns}) select ${columns} from moved returning position`)
    return moved.length
  }
}

/**
 * A head below which nothing but erased places is left becomes the chain's beginning. Those places must hold
 * together first: what somebody else took away is never signed as erased.
 */
function beginLater(seals: AuditSeals, at: Date) {
  return async (db: Queryable): Promise<number> => {
    const [checkpoint] = await db
      .select()
      .from(auditCheckpoints)
      .orderBy(desc(auditCheckpoints.number))
      .limit(1)
    const start = checkpoint ?? chainStart
    const places = await db
      .select()
      .from(auditErased)
      .where(gt(auditErased.position, start.position))
      .orderBy(asc(auditErased.position))
      .limit(batch)
    const links = places.map(({ digest, ...place }) => ({ ...place, content: { digest } }))
    const end = lastSound(seals, start, links)
    const head = end && (await headWithin(db, end.position))
    if (!head || !isSound(seals, head, links)) return 0

    const next: ChainMark = { number: head.number, position: head.position, seal: head.seal, markedOn: at }
    await db.insert(auditCheckpoints).values({ ...next, signature: seals.sign('checkpoint', next) })
    await db.delete(auditCheckpoints).where(lt(auditCheckpoints.number, head.number))
    await db.delete(auditHeads).where(lte(auditHeads.number, head.number))
    await db.delete(auditErased).where(lte(auditErased.position, head.position))
    return places.length
  }
}

/** The last of the places that follow from the start and from each other without a gap. */
function lastSound(seals: AuditSeals, start: ChainMark, links: ChainLink[]): ChainLink | undefined {
  let last: { position: number; seal: Uint8Array } = start
  let sound: ChainLink | undefined
  for (const link of links) {
    const expected = seals.expected(last.seal, link)
    if (link.position !== last.position + 1 || !expected || Buffer.compare(expected, link.seal) !== 0) break
    sound = last = link
  }
  return sound
}

/** The newest head at or below the place, but never the newest of all: the sealer goes on from that one. */
async function headWithin(db: Queryable, position: number): Promise<SignedMark | undefined> {
  const [head] = await db
    .select()
    .from(auditHeads)
    .where(
      and(
        lte(auditHeads.position, position),
        sql`number < (select max(number) from ${auditHeads} as newest)`,
      ),
    )
    .orderBy(desc(auditHeads.number))
    .limit(1)
  return head
}

function isSound(seals: AuditSeals, head: SignedMark, links: ChainLink[]): boolean {
  const link = links.find(({ position }) => position === head.position)
  return seals.isSigned('head', head) && link !== undefined && Buffer.compare(link.seal, head.seal) === 0
}

/** What the retention did is itself in the audit trail. */
async function record(db: Queryable, at: Date, counts: Record<string, number>): Promise<void> {
  for (const [action, rows] of Object.entries(counts).filter(([, count]) => count > 0))
    await auditIn(db).append({
      at,
      actorKind: 'system',
      agentId: undefined,
      actor: 'server',
      action,
      subject: 'audit',
      outcome: `${rows} rows`,
      requestId: undefined,
      traceId: undefined,
      address: undefined,
    })
}
