import type { AuditSeals } from '../../domain/audit/audit-seal.ts'
import { nilId } from '../../domain/new-id.ts'
import { writtenRow, writtenRowColumns } from './audit-rows.ts'
import { bigint, text, uuid, type RowOf } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { sql, statement } from '../link/sql.ts'

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

/** Separates rows with the MAC of a writer from all other rows. */
export function judgeUnsealed(
  seals: AuditSeals,
  rows: WrittenRow[],
): { ours: WrittenRow[]; refused: WrittenRow[] } {
  const ours = new Set(rows.filter(({ mac, ...row }) => mac !== null && seals.isOurs(row, mac) === true))
  return { ours: [...ours], refused: rows.filter(row => !ours.has(row)) }
}

const isAfter = sql`
  position is null and (happened_on, audit_events.id) > (${text('happenedOn')}::text::timestamptz, ${uuid('id')})`

const findUnsealed = statement('audit.findUnsealed', { id: uuid })`
  select id from audit_events where ${isAfter} limit 1`

const listUnsealed = statement('audit.listUnsealed', writtenRow)`
  select ${writtenRowColumns} from audit_events where ${isAfter}
  order by audit_events.happened_on, audit_events.id limit ${bigint('limit')}`
