import { verifyChain, type ChainProblem, type ChainVerdict } from '../domain/audit-chain.ts'
import {
  chainStart,
  type AuditSeals,
  type ChainLink,
  type ChainMark,
  type SignedMark,
} from '../domain/audit-seal.ts'
import { auditRowColumns, erasedLinkOf, linkOf, listErased, sealedRow, signedMark } from './audit-rows.ts'
import { newestAuditCheckpoint, newestAuditHead } from './audit-sealer.ts'
import { bigint, integer, moment, neverNull } from './kinds.ts'
import type { Runner } from './runner.ts'
import { columns, statement } from './sql.ts'

export type AuditVerdict = ChainVerdict & {
  /** The number of rows that are not sealed yet. */
  waiting: number
  /** The newest head, to be kept elsewhere and passed as `expected` next time. */
  head: SignedMark | undefined
}

const page = 5_000
const sealedWithinMs = 3_600_000

/**
 * Verifies the whole chain with the archive, in one snapshot.
 * @param options.expected an earlier exported head
 * @param options.since starts at the last head before that moment
 */
export function verifyAuditChain(
  db: Runner,
  seals: AuditSeals,
  options: {
    now: Date
    expected?: Pick<ChainMark, 'position' | 'seal'> | undefined
    since?: Date | undefined
  },
): Promise<AuditVerdict> {
  return db.inTransaction(async transaction => {
    await readOneMoment(transaction)
    const problems: ChainProblem[] = []
    const checkpoint = await newestAuditCheckpoint(transaction)
    if (checkpoint && !seals.isSigned('checkpoint', checkpoint)) problems.push({ kind: 'checkpoint-changed' })
    const recent = options.since && (await findHeadBefore.first(transaction, { before: options.since }))
    const start = recent && seals.isSigned('head', recent) ? recent : (checkpoint ?? chainStart)

    const verdict = await verifyChain(seals, {
      start,
      heads: headsAfter(transaction, start.number),
      links: linksAfter(transaction, start.position),
      expected: options.expected,
    })
    const overdueBefore = new Date(options.now.getTime() - sealedWithinMs)
    const { waiting, overdue } = await countUnsealed.one(transaction, { overdueBefore })
    if (overdue > 0) problems.push({ kind: 'not-sealed', rows: overdue })
    return {
      ...verdict,
      waiting,
      head: await newestAuditHead(transaction),
      problems: [...problems, ...verdict.problems],
    }
  })
}

async function* headsAfter(db: Runner, start: number): AsyncGenerator<SignedMark> {
  let last = start
  for (;;) {
    const heads = await listHeads(db, { after: last, limit: page })
    yield* heads
    if (heads.length < page) return
    last = heads.at(-1)?.number ?? last
  }
}

/** Reads rows of both tables and digests of erased rows, in the order of the chain. */
async function* linksAfter(db: Runner, start: number): AsyncGenerator<ChainLink[]> {
  let after = start
  for (;;) {
    const [rows, erased] = await Promise.all([
      listRows(db, { after, limit: page }),
      listErased(db, { after, limit: page }),
    ])
    const links = [...rows.map(linkOf), ...erased.map(erasedLinkOf)]
      .toSorted((one, other) => one.position - other.position)
      .slice(0, page)
    yield links
    if (links.length < page) return
    after = links.at(-1)?.position ?? after
  }
}

const readOneMoment = statement('audit.readOneMoment')`
  set transaction isolation level repeatable read, read only`

const findHeadBefore = statement('audit.findHeadBefore', signedMark)`
  select ${columns(signedMark)} from audit_heads
  where marked_on < ${moment('before')} order by number desc limit 1`

const listHeads = statement('audit.listHeads', signedMark)`
  select ${columns(signedMark)} from audit_heads
  where number > ${bigint('after')} order by number limit ${bigint('limit')}`

const listRows = statement('audit.listRows', sealedRow)`
  (select ${auditRowColumns}, position, seal from audit_events
   where position > ${bigint('after')} order by position limit ${bigint('limit')})
  union all
  (select ${auditRowColumns}, position, seal from audit_archive
   where position > ${bigint('after')} order by position limit ${bigint('limit')})
  order by position limit ${bigint('limit')}`

const countUnsealed = statement('audit.countUnsealed', {
  waiting: neverNull(integer),
  overdue: neverNull(integer),
})`
  select count(*)::integer as waiting,
    (count(*) filter (where happened_on < ${moment('overdueBefore')}))::integer as overdue
  from audit_events where position is null`
