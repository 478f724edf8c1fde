import { createHash } from 'node:crypto'

import { chainStart, auditRowText, type AuditSeals, type ChainMark } from '../../domain/audit/audit-seal.ts'
import { nilId } from '../../domain/ids.ts'
import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'
import { signedMarkFields, signedMarkValues, rowWithMacFields, rowWithMacColumns } from './audit-rows.ts'

const batch = 1_000

/**
 * A lock admits one server at a time, and all other servers return at once.
 * @param onJudged gets the number of refused rows, unless another server has the lock
 * @returns the number of sealed rows
 */
export async function sealAuditRows(
  db: SqlRunner,
  seals: AuditSeals,
  at: Date,
  onJudged: (refused: number) => void = () => {},
): Promise<number> {
  let [sealed, refused] = [0, 0]
  let after: AuditPlace | undefined = firstAuditPlace
  // Looks for unsealed rows before it takes the lock, because a row lock writes to the disk.
  while (after && (await findUnsealed.first(db, after))) {
    const done = await sealBatch(db, seals, at, after)
    if (!done) return sealed
    sealed += done.sealed
    refused += done.refused
    // Refused rows stay in the table, and the rows after them are still sealed.
    after = done.last
  }
  onJudged(refused)
  return sealed
}

/** @returns undefined while another server has the lock; `last` is undefined if no rows are left for another batch */
function sealBatch(db: SqlRunner, seals: AuditSeals, at: Date, after: AuditPlace) {
  return db.inTransaction(async transaction => {
    if (!(await tryLockChain.first(transaction))) return undefined
    const rows = await listUnsealedRows(transaction, { ...after, limit: batch })
    const last = rows.length === batch ? rows.at(-1) : undefined
    const { ours, refused } = checkUnsealedRows(seals, rows)
    const done = { sealed: ours.length, refused: refused.length, last }
    if (ours.length === 0) return done

    const newest: ChainMark =
      (await findNewestHead.first(transaction)) ??
      (await findNewestCheckpoint.first(transaction)) ??
      chainStart
    let { position, seal } = newest
    const links = ours.map(({ mac, ...row }) => {
      position += 1
      seal = seals.seal(seal, position, row)
      const digest = createHash('sha256')
        .update(auditRowText(position, row, mac))
        .digest()
      return { id: row.id, position, seal, digest }
    })
    await sealRows(transaction, {
      ids: links.map(link => link.id),
      positions: links.map(link => link.position),
      seals: links.map(link => link.seal),
    })
    const head = {
      number: newest.number + 1,
      position,
      seal,
      markedOn: at,
      rowDigests: Buffer.concat(links.map(({ digest }) => digest)),
    }
    await insertHead(transaction, seals.sign('head', head))
    return done
  })
}

export const lockAuditChain = statement('audit.lockChain')`
  select from audit_turn where only_one for update`

const tryLockChain = statement('audit.tryLockChain', { onlyOne: t.boolean })`
  select only_one from audit_turn where only_one for update skip locked`

/** A copy of the head in another place reveals rows and heads that were removed together. */
export const findNewestHead = statement('audit.findNewestHead', signedMarkFields)`
  select ${columns(signedMarkFields)} from audit_heads order by number desc limit 1`

export const findNewestCheckpoint = statement('audit.findNewestCheckpoint', signedMarkFields)`
  select ${columns(signedMarkFields)} from audit_checkpoints order by number desc limit 1`

const sealRows = statement('audit.sealRows')`
  update audit_events set position = link.position, seal = link.seal
  from unnest(${t.uuids('ids')}, ${t.bigints('positions')}, ${t.bytesArray('seals')})
    as link (id, position, seal)
  where audit_events.id = link.id`

const insertHead = statement('audit.insertHead')`
  insert into audit_heads (${columns(signedMarkFields)})
  values (${signedMarkValues})`

type WrittenRow = t.RowOf<typeof rowWithMacFields>
/** The time is text, since a Date would lose its microseconds. */
type AuditPlace = Pick<WrittenRow, 'happenedOn' | 'id'>

export const firstAuditPlace: AuditPlace = {
  happenedOn: '0001-01-01T00:00:00Z',
  id: nilId,
}

export function checkUnsealedRows(
  seals: AuditSeals,
  rows: WrittenRow[],
): { ours: WrittenRow[]; refused: WrittenRow[] } {
  const ours = new Set(rows.filter(({ mac, ...row }) => mac !== null && seals.isOurs(row, mac) === true))
  return { ours: [...ours], refused: rows.filter(row => !ours.has(row)) }
}

const isAfter = sql`
  position is null and (happened_on, audit_events.id) > (${t.text('happenedOn')}::text::timestamptz, ${t.uuid('id')})`

const findUnsealed = statement('audit.findUnsealed', { id: t.uuid })`
  select id from audit_events where ${isAfter} limit 1`

export const listUnsealedRows = statement('audit.listUnsealed', rowWithMacFields)`
  select ${rowWithMacColumns} from audit_events where ${isAfter}
  order by audit_events.happened_on, audit_events.id limit ${t.bigint('limit')}`
