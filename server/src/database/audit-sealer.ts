import { desc, isNull, sql } from 'drizzle-orm'

import { chainStart, type AuditSeals, type ChainMark, type SignedMark } from '../domain/audit-seal.ts'
import { storedRows } from './audit-rows.ts'
import type { Queryable } from './queryable.ts'
import { auditCheckpoints, auditEvents, auditHeads, auditTurn } from './schema.ts'

const batch = 1_000

/**
 * Gives the rows that were committed since their place in the chain and signs its new head. Every server runs this;
 * one at a time does the work, the others find the turn taken and leave it.
 * @returns how many rows were sealed
 */
export async function sealAuditRows(db: Queryable, seals: AuditSeals, at: Date): Promise<number> {
  let sealed = 0
  for (;;) {
    // An idle server only looks: taking the turn would write.
    const [waiting] = await db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(isNull(auditEvents.position))
      .limit(1)
    if (!waiting) return sealed
    const done = await sealBatch(db, seals, at)
    sealed += done
    if (done < batch) return sealed
  }
}

/** The newest head: kept elsewhere, it finds rows and heads that were taken away together. */
export async function newestAuditHead(db: Queryable): Promise<SignedMark | undefined> {
  const [head] = await db.select().from(auditHeads).orderBy(desc(auditHeads.number)).limit(1)
  return head
}

function sealBatch(db: Queryable, seals: AuditSeals, at: Date): Promise<number> {
  return db.transaction(async transaction => {
    const [turn] = await transaction.select().from(auditTurn).for('update', { skipLocked: true })
    if (!turn) return 0
    const rows = await storedRows(transaction, 'audit_events', {
      where: sql`position is null`,
      orderBy: sql`audit_events.happened_on, audit_events.id`,
      limit: batch,
    })
    if (rows.length === 0) return 0

    const last = await lastMark(transaction)
    let { position, seal } = last
    const links = rows.map(({ position: _none, seal: _unsealed, ...row }) => {
      position += 1
      seal = seals.seal(seal, position, row)
      return { id: row.id, position, seal: Buffer.from(seal).toString('hex') }
    })
    await transaction.execute(sql`
      update audit_events set position = link.position, seal = decode(link.seal, 'hex')
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link (id uuid, position bigint, seal text)
      where audit_events.id = link.id`)
    const head: ChainMark = { number: last.number + 1, position, seal, markedOn: at }
    await transaction.insert(auditHeads).values({ ...head, signature: seals.sign('head', head) })
    return rows.length
  })
}

async function lastMark(db: Queryable): Promise<ChainMark> {
  const head = await newestAuditHead(db)
  if (head) return head
  const [checkpoint] = await db
    .select()
    .from(auditCheckpoints)
    .orderBy(desc(auditCheckpoints.number))
    .limit(1)
  return checkpoint ?? chainStart
}
