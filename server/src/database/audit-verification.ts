import { and, asc, desc, gt, lt, sql } from 'drizzle-orm'

import { verifyChain, type ChainProblem, type ChainVerdict } from '../domain/audit-chain.ts'
import {
  chainStart,
  type AuditRow,
  type AuditSeals,
  type ChainLink,
  type ChainMark,
  type SignedMark,
} from '../domain/audit-seal.ts'
import { auditRowColumns, linkOf } from './audit-rows.ts'
import { newestAuditHead } from './audit-sealer.ts'
import type { Queryable } from './queryable.ts'
import { auditCheckpoints, auditHeads } from './schema.ts'

export type AuditVerdict = ChainVerdict & {
  /** Rows that the sealer has not come to yet. */
  waiting: number
  /** The newest head: to be kept elsewhere and handed in as `expected` next time. */
  head: SignedMark | undefined
}

const page = 5_000
const sealedWithinMs = 3_600_000

/**
 * Walks the whole chain, archive included, as it stands at one moment.
 * @param options.expected a head that was exported earlier
 * @param options.since only from the last head before that moment on
 */
export function verifyAuditChain(
  db: Queryable,
  seals: AuditSeals,
  options: {
    now: Date
    expected?: Pick<ChainMark, 'position' | 'seal'> | undefined
    since?: Date | undefined
  },
): Promise<AuditVerdict> {
  return db.transaction(
    async snapshot => {
      const problems: ChainProblem[] = []
      const checkpoint = await newestCheckpoint(snapshot)
      if (checkpoint && !seals.isSigned('checkpoint', checkpoint))
        problems.push({ kind: 'checkpoint-changed' })
      const recent = options.since && (await lastHeadBefore(snapshot, options.since))
      const start = recent && seals.isSigned('head', recent) ? recent : (checkpoint ?? chainStart)

      const verdict = await verifyChain(seals, {
        start,
        heads: headsAfter(snapshot, start.number),
        links: linksAfter(snapshot, start.position),
        expected: options.expected,
      })
      const { waiting, overdue } = await unsealed(snapshot, options.now)
      if (overdue > 0) problems.push({ kind: 'not-sealed', rows: overdue })
      return {
        ...verdict,
        waiting,
        head: await newestAuditHead(snapshot),
        problems: [...problems, ...verdict.problems],
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function newestCheckpoint(db: Queryable): Promise<SignedMark | undefined> {
  const [checkpoint] = await db
    .select()
    .from(auditCheckpoints)
    .orderBy(desc(auditCheckpoints.number))
    .limit(1)
  return checkpoint
}

async function lastHeadBefore(db: Queryable, moment: Date): Promise<SignedMark | undefined> {
  const [head] = await db
    .select()
    .from(auditHeads)
    .where(lt(auditHeads.markedOn, moment))
    .orderBy(desc(auditHeads.number))
    .limit(1)
  return head
}

async function* headsAfter(db: Queryable, start: number): AsyncGenerator<SignedMark> {
  let last = start
  for (;;) {
    const heads = await db
      .select()
      .from(auditHeads)
      .where(and(gt(auditHeads.number, last)))
      .orderBy(asc(auditHeads.number))
      .limit(page)
    yield* heads
    if (heads.length < page) return
    last = heads.at(-1)?.number ?? last
  }
}

type LinkRow = AuditRow & { position: string; seal: string; digest: string | null }

/** Rows at hand, rows in the archive, and what erased ones left, in the order of the chain. */
async function* linksAfter(db: Queryable, start: number): AsyncGenerator<ChainLink[]> {
  const nothing = sql`null, null, null, null, null, null, null, null, null, null, null`
  const limited = (columns: typeof nothing, digest: typeof nothing, table: string, after: number) => sql`
    (select ${columns}, position, encode(seal, 'hex') as seal, ${digest} as digest
     from ${sql.identifier(table)} where position > ${after} order by ${sql.identifier(table)}.position limit ${page})`
  let last = start
  for (;;) {
    const rows = await db.execute<LinkRow>(sql`
      ${limited(auditRowColumns, sql`null`, 'audit_events', last)}
      union all ${limited(auditRowColumns, sql`null`, 'audit_archive', last)}
      union all ${limited(nothing, sql`encode(digest, 'hex')`, 'audit_erased', last)}
      order by position limit ${page}`)
    yield rows.map(({ digest, ...row }) => toLink(row, digest))
    if (rows.length < page) return
    last = Number(rows.at(-1)?.position)
  }
}

function toLink(row: AuditRow & { position: string; seal: string }, digest: string | null): ChainLink {
  const link = linkOf({ ...row, position: Number(row.position) })
  return digest === null ? link : { ...link, content: { digest: Buffer.from(digest, 'hex') } }
}

async function unsealed(db: Queryable, now: Date): Promise<{ waiting: number; overdue: number }> {
  const [row] = await db.execute<{ waiting: string; overdue: string }>(sql`
    select count(*) as waiting,
      count(*) filter (where happened_on < ${new Date(now.getTime() - sealedWithinMs).toISOString()}) as overdue
    from audit_events where position is null`)
  return { waiting: Number(row?.waiting ?? 0), overdue: Number(row?.overdue ?? 0) }
}
