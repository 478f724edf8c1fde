import type { ActorKind } from '@ekyc/contract/console/audit-kinds'

import {
  bigint,
  boolean,
  bytes,
  integer,
  moment,
  neverNull,
  nullable,
  text,
  textOf,
  uuid,
} from '../link/column-types.ts'
import { columns, sql, statement, type Sql } from '../link/sql.ts'

export const auditRowFields = {
  id: neverNull(text),
  happenedOn: neverNull(text),
  actorKind: neverNull(textOf<ActorKind>()),
  agentId: nullable(text),
  actor: neverNull(text),
  action: neverNull(text),
  subject: neverNull(text),
  outcome: neverNull(text),
  requestId: nullable(text),
  traceId: nullable(text),
  address: nullable(text),
  writer: nullable(text),
  writerCount: nullable(bigint),
}

/**
 * Looks outnumber all other rows. A shown mobile number and an export stay, because they take data out of the product.
 */
export const isListedAction = sql`(${boolean('looks')} or action !~ '[.](show|list|page|trail|find)$')`

export const consentReference = sql`case when action like 'consent.%' then split_part(subject, ' (', 1) else '' end`

/** The time of a row as text with PostgreSQL's microseconds, which a Date would round. */
export const exactTimeColumn = sql`to_char(happened_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as happened_on`

/** The SQL that reads `auditRowFields`. A seal covers the exact time. */
export const auditRowColumns = sql`
  id::text as id, ${exactTimeColumn}, actor_kind,
  agent_id::text as agent_id, actor, action, subject, outcome, request_id, trace_id, address,
  writer::text as writer, writer_count`

export const rowWithMacColumns = sql`${auditRowColumns}, mac`

/** A row that somebody inserted may lack the MAC. */
export const rowWithMacFields = { ...auditRowFields, mac: nullable(bytes) }

export const sealedRowFields = {
  ...rowWithMacFields,
  position: neverNull(bigint),
  seal: neverNull(bytes),
  sealedDigest: nullable(bytes),
}

export const maybeSealedRowFields = { ...sealedRowFields, position: nullable(bigint), seal: nullable(bytes) }

export const sealedRowColumns = sql`${rowWithMacColumns}, position, seal, sealed_digest`

export const signedMarkFields = {
  number: bigint,
  position: bigint,
  seal: bytes,
  markedOn: moment,
  rowDigests: nullable(bytes),
  version: integer,
  tally: nullable(text),
  signature: bytes,
}

export const signedMarkValues = sql`
  ${bigint('number')}, ${bigint('position')}, ${bytes('seal')}, ${moment('markedOn')},
  ${nullable(bytes)('rowDigests')}, ${integer('version')}, ${nullable(text)('tally')}, ${bytes('signature')}`

export const listErasedRows = statement('audit.listErased', {
  position: bigint,
  digest: bytes,
  seal: bytes,
})`
  select position, digest, seal from audit_erased
  where position > ${bigint('after')} order by position limit ${bigint('limit')}`

/** Reads `sealedRowColumns` of both audit tables. Each row is in exactly one, even while the retention moves the row. */
export function fromBothAuditTables<Values>(condition: Sql<Values>): Sql<Values> {
  return sql`from (
    (select ${sealedRowColumns}, happened_on as moment from audit_events as kept where ${condition})
    union all
    (select ${sealedRowColumns}, happened_on as moment from audit_archive as kept where ${condition})
  ) as rows order by moment, id`
}

/** A page of both audit tables, the oldest first, after the row with this exact time and id. */
export function pageOfBothAuditTables<Values>(condition: Sql<Values>) {
  const page = sql`
    ${condition} and (happened_on, kept.id) > (${text('happenedOn')}::text::timestamptz, ${uuid('id')})
    order by kept.happened_on, kept.id limit ${bigint('limit')}`
  return sql`${columns(maybeSealedRowFields)} ${fromBothAuditTables(page)} limit ${bigint('limit')}`
}
