import type { AuditSeals } from '../domain/audit-seal.ts'
import { hourMs } from '../domain/durations.ts'
import { nilId } from '../domain/new-id.ts'
import { signedMark, writtenRow, writtenRowColumns } from './audit-rows.ts'
import { bigint, text, uuid, type RowOf } from './kinds.ts'
import type { Runner } from './runner.ts'
import { columns, sql, statement } from './sql.ts'

export type WrittenRow = RowOf<typeof writtenRow>
/** A position in the order of unsealed rows. The time is text, since a Date would lose its microseconds. */
export type Place = Pick<WrittenRow, 'happenedOn' | 'id'>

export const firstPlace: Place = {
  happenedOn: '0001-01-01T00:00:00Z',
  id: nilId,
}

export function unsealedAfter(db: Runner, after: Place, limit: number): Promise<WrittenRow[]> {
  return listUnsealed(db, { ...after, limit })
}

export async function hasUnsealed(db: Runner, after: Place): Promise<boolean> {
  return (await findUnsealed.first(db, after)) !== undefined
}

/**
 * Separates rows with the MAC of a writer from all other rows. Also accepts rows without a MAC while an older server,
 * which writes no MACs, seals rows, and for an hour afterwards. That server's signature of a head proves its activity.
 */
export async function judgeUnsealed(
  db: Runner,
  seals: AuditSeals,
  at: Date,
  rows: WrittenRow[],
): Promise<{ ours: WrittenRow[]; refused: WrittenRow[] }> {
  const mayLackMac = rows.some(({ mac }) => mac === null) && (await isFormerServerSealing(db, seals, at))
  const isOurs = ({ mac, ...row }: WrittenRow) =>
    mac === null ? mayLackMac : seals.isOurs(row, mac) === true
  const ours = new Set(rows.filter(isOurs))
  return { ours: [...ours], refused: rows.filter(row => !ours.has(row)) }
}

async function isFormerServerSealing(db: Runner, seals: AuditSeals, at: Date): Promise<boolean> {
  const heads = await listNewestHeads(db)
  const former = heads.findIndex(({ version }) => version === 1)
  const head = heads[former]
  const isRecent = former === 0 || (head && at.getTime() - head.markedOn.getTime() < hourMs)
  return isRecent === true && head !== undefined && seals.isSigned('head', head)
}

const isAfter = sql`
  position is null and (happened_on, audit_events.id) > (${text('happenedOn')}::text::timestamptz, ${uuid('id')})`

const findUnsealed = statement('audit.findUnsealed', { id: uuid })`
  select id from audit_events where ${isAfter} limit 1`

const listUnsealed = statement('audit.listUnsealed', writtenRow)`
  select ${writtenRowColumns} from audit_events where ${isAfter}
  order by audit_events.happened_on, audit_events.id limit ${bigint('limit')}`

const listNewestHeads = statement('audit.listNewestHeads', signedMark)`
  select ${columns(signedMark)} from audit_heads order by number desc limit 1000`
