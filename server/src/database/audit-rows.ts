import { sql, type SQL } from 'drizzle-orm'

import type { AuditRow, ChainLink } from '../domain/audit-seal.ts'
import type { Queryable } from './queryable.ts'

/** An audit row as PostgreSQL writes it out, time to the microsecond: a seal covers this, not a rounded Date. */
export const auditRowColumns: SQL = sql`
  id::text as id,
  to_char(happened_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "happenedOn",
  actor_kind as "actorKind", agent_id::text as "agentId", actor, action, subject, outcome,
  request_id as "requestId", trace_id as "traceId", address`

export type StoredRow = AuditRow & { position: number | null; seal: string | null }

/** The rows of one of the two tables. */
export async function storedRows(
  db: Queryable,
  table: 'audit_events' | 'audit_archive',
  query: { where: SQL; orderBy: SQL; limit: number },
): Promise<StoredRow[]> {
  const rows = await db.execute<AuditRow & { position: string | null; seal: string | null }>(sql`
    select ${auditRowColumns}, position::text as position, encode(seal, 'hex') as seal
    from ${sql.identifier(table)} where ${query.where} order by ${query.orderBy} limit ${query.limit}`)
  return rows.map(row => ({ ...row, position: row.position === null ? null : Number(row.position) }))
}

/** @throws for a row that is not sealed yet */
export function linkOf({ position, seal, ...row }: StoredRow): ChainLink {
  if (position === null || seal === null) throw new Error('a link was asked of a row that is not sealed')
  return { position, seal: Buffer.from(seal, 'hex'), content: { row } }
}
