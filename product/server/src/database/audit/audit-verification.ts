import { verifyChain, type ChainProblem } from '../../domain/audit/audit-chain.ts'
import { chainStart, type AuditSeals, type ChainLink, type ChainMark } from '../../domain/audit/audit-seal.ts'
import { hourMs } from '../../domain/clocks.ts'
import { readInPages } from '../link/pages.ts'
import { columns, statement, t, type SqlRunner } from '../link/sql.ts'
import { listErasedRows, sealedRowFields, sealedRowColumns, signedMarkFields } from './audit-rows.ts'
import {
  firstAuditPlace,
  checkUnsealedRows,
  findNewestCheckpoint,
  findNewestHead,
  listUnsealedRows,
} from './audit-sealer.ts'

export type AuditVerdict = Awaited<ReturnType<typeof verifyAuditChain>>

/** A server checks rows beside its calls, so few at once. */
const page = 1_000
const sealedWithinMs = hourMs
const idsShown = 10

/**
 * The verification reads one snapshot.
 * @param options.expected a head that was exported earlier
 * @param options.since starts at the last head before this time
 */
export function verifyAuditChain(
  db: SqlRunner,
  seals: AuditSeals,
  options: {
    now: Date
    expected?: Pick<ChainMark, 'position' | 'seal'> | undefined
    since?: Date | undefined
    onPage?: (position: number) => Promise<void>
  },
) {
  return db.inTransaction(async transaction => {
    await readOneMoment(transaction)
    const problems: ChainProblem[] = []
    const checkpoint = await findNewestCheckpoint.first(transaction)
    if (checkpoint && !seals.isSigned('checkpoint', checkpoint)) problems.push({ kind: 'checkpoint-changed' })
    const recent = options.since && (await findHeadBefore.first(transaction, { before: options.since }))
    const start = recent && seals.isSigned('head', recent) ? recent : (checkpoint ?? chainStart)

    const verdict = await verifyChain(seals, {
      start,
      heads: readInPages(page, { number: start.number }, of => listHeads(transaction, of)),
      links: linksAfter(transaction, start.position, options.onPage),
      expected: options.expected,
    })
    const unsealed = await lookAtUnsealed(transaction, seals, options.now)
    if (unsealed.overdue > 0) problems.push({ kind: 'not-sealed', rows: unsealed.overdue })
    if (unsealed.foreign.rows > 0) problems.push({ kind: 'foreign', ...unsealed.foreign })
    const hooks = await listHooks(transaction)
    if (hooks.length > 0) problems.push({ kind: 'hooked', names: hooks.map(({ name }) => name) })
    return {
      ...verdict,
      waiting: unsealed.waiting,
      head: await findNewestHead.first(transaction),
      problems: [...problems, ...verdict.problems],
    }
  })
}

export async function hasSignedHead(
  db: SqlRunner,
  seals: AuditSeals,
  { position, seal }: Pick<ChainMark, 'position' | 'seal'>,
): Promise<boolean> {
  const head = await findHeadAt.first(db, { position })
  return head !== undefined && seals.isSigned('head', head) && Buffer.from(seal).equals(head.seal)
}

async function lookAtUnsealed(db: SqlRunner, seals: AuditSeals, now: Date) {
  const overdueBefore = new Date(now.getTime() - sealedWithinMs).toISOString().replace('Z', '000Z')
  const rowsFound = {
    waiting: 0,
    overdue: 0,
    foreign: { rows: 0, ids: [] as string[] },
  }
  for await (const rows of readInPages(page, firstAuditPlace, of => listUnsealedRows(db, of))) {
    const { ours, refused } = checkUnsealedRows(seals, rows)
    rowsFound.waiting += ours.length
    rowsFound.overdue += ours.filter(({ happenedOn }) => happenedOn < overdueBefore).length
    rowsFound.foreign.rows += refused.length
    rowsFound.foreign.ids.push(
      ...refused.slice(0, idsShown - rowsFound.foreign.ids.length).map(({ id }) => id),
    )
  }
  return rowsFound
}

function linksAfter(db: SqlRunner, start: number, onPage?: (position: number) => Promise<void>) {
  const place = { position: start }
  return readInPages(page, place, async ({ position: after, limit }): Promise<ChainLink[]> => {
    const [rows, erased] = await Promise.all([
      listRows(db, { after, limit }),
      listErasedRows(db, { after, limit }),
    ])
    const links = [...rows, ...erased].toSorted((one, other) => one.position - other.position).slice(0, limit)
    await onPage?.(links.at(-1)?.position ?? after)
    return links
  })
}

const readOneMoment = statement('audit.readOneMoment')`
  set transaction isolation level repeatable read, read only`

const findHeadBefore = statement('audit.findHeadBefore', signedMarkFields)`
  select ${columns(signedMarkFields)} from audit_heads
  where marked_on < ${t.moment('before')} order by number desc limit 1`

const findHeadAt = statement('audit.findHeadAt', signedMarkFields)`
  select ${columns(signedMarkFields)} from audit_heads where position = ${t.bigint('position')}`

const listHeads = statement('audit.listHeads', signedMarkFields)`
  select ${columns(signedMarkFields)} from audit_heads
  where number > ${t.bigint('number')} order by number limit ${t.bigint('limit')}`

const listRows = statement('audit.listRows', sealedRowFields)`
  (select ${sealedRowColumns} from audit_events
   where position > ${t.bigint('after')} order by position limit ${t.bigint('limit')})
  union all
  (select ${sealedRowColumns} from audit_archive
   where position > ${t.bigint('after')} order by position limit ${t.bigint('limit')})
  order by position limit ${t.bigint('limit')}`

const listHooks = statement('audit.listHooks', { name: t.neverNull(t.text) })`
  select hook.name from (
    select tgrelid as table_id, tgname::text as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and not (proname = 'refuse_audit_change'
      and tgname in ('append_only', 'never_emptied', 'sealed_later'))
    union all select ev_class, rulename::text from pg_rewrite
  ) as hook join pg_class on pg_class.oid = hook.table_id
  where relname in ('audit_events', 'audit_archive', 'audit_erased', 'audit_heads', 'audit_checkpoints')
    and pg_table_is_visible(pg_class.oid)
  order by hook.name`

export const deleteEndedVerification = statement('auditVerifications.drop')`
  delete from audit_verifications where problems is not null`

export const insertVerification = statement('auditVerifications.insert')`
  insert into audit_verifications (asked_on, asked_by) values (${t.moment('at')}, ${t.text('askedBy')})
  on conflict do nothing`

export const findVerification = statement('auditVerifications.find', {
  askedOn: t.moment,
  askedBy: t.text,
  position: t.bigint,
  problems: t.nullable(t.textsOf<string>()),
})`
  select asked_on, asked_by, position, problems from audit_verifications`

/** Takes the verification that waits, or whose server has told nothing for a minute. */
export const takeVerification = statement('auditVerifications.take', { askedBy: t.text })`
  update audit_verifications set leased_until = clock_timestamp() + interval '1 minute'
  where problems is null and (leased_until is null or leased_until < clock_timestamp())
  returning asked_by`

export const renewVerification = statement('auditVerifications.tell')`
  update audit_verifications set position = ${t.bigint('position')},
    leased_until = clock_timestamp() + interval '1 minute'
  where problems is null`

export const endVerification = statement('auditVerifications.end')`
  update audit_verifications set problems = ${t.textsOf<string>()('problems')} where problems is null`
