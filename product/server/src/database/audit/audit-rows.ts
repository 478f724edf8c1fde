import type { ActorKind } from '@ekyc/contract/console/audit-kinds'

import { columns, sql, statement, t, type Sql } from '../link/sql.ts'

export const auditRowFields = {
  id: t.neverNull(t.text),
  happenedOn: t.neverNull(t.text),
  actorKind: t.neverNull(t.textOf<ActorKind>()),
  agentId: t.nullable(t.text),
  actor: t.neverNull(t.text),
  action: t.neverNull(t.text),
  subject: t.neverNull(t.text),
  outcome: t.neverNull(t.text),
  requestId: t.nullable(t.text),
  traceId: t.nullable(t.text),
  address: t.nullable(t.text),
  writer: t.nullable(t.text),
  writerCount: t.nullable(t.bigint),
}

/**
 * Looks outnumber all other rows. A shown mobile number and an export stay, because they take data out of the product.
 */
export const isListedAction = sql`(${t.boolean('looks')} or action !~ '[.](show|list|page|trail|find)$')`

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
export const rowWithMacFields = { ...auditRowFields, mac: t.nullable(t.bytes) }

export const sealedRowFields = {
  ...rowWithMacFields,
  position: t.neverNull(t.bigint),
  seal: t.neverNull(t.bytes),
  sealedDigest: t.nullable(t.bytes),
}

export const maybeSealedRowFields = {
  ...sealedRowFields,
  position: t.nullable(t.bigint),
  seal: t.nullable(t.bytes),
}

export const sealedRowColumns = sql`${rowWithMacColumns}, position, seal, sealed_digest`

export const signedMarkFields = {
  number: t.bigint,
  position: t.bigint,
  seal: t.bytes,
  markedOn: t.moment,
  rowDigests: t.nullable(t.bytes),
  version: t.integer,
  tally: t.nullable(t.text),
  signature: t.bytes,
}

export const signedMarkValues = sql`
  ${t.bigint('number')}, ${t.bigint('position')}, ${t.bytes('seal')}, ${t.moment('markedOn')},
  ${t.nullable(t.bytes)('rowDigests')}, ${t.integer('version')}, ${t.nullable(t.text)('tally')}, ${t.bytes('signature')}`

export const listErasedRows = statement('audit.listErased', {
  position: t.bigint,
  digest: t.bytes,
  seal: t.bytes,
})`
  select position, digest, seal from audit_erased
  where position > ${t.bigint('after')} order by position limit ${t.bigint('limit')}`

/** Reads `sealedRowColumns` of both audit tables. Each row is in exactly one, even while the retention moves the row. */
export function fromBothAuditTables<Values>(condition: Sql<Values>): Sql<Values> {
  return sql`from (
    (select ${sealedRowColumns}, happened_on as moment from audit_events as kept where ${condition})
    union all
    (select ${sealedRowColumns}, happened_on as moment from audit_archive as kept where ${condition})
  ) as rows order by moment, id`
}

/** A page, the oldest rows first, after a row whose time is text, because a Date has no microseconds. */
export function pageOfBothAuditTables<Values>(condition: Sql<Values>) {
  const page = sql`
    ${condition} and (happened_on, kept.id) > (${t.text('happenedOn')}::text::timestamptz, ${t.uuid('id')})
    order by kept.happened_on, kept.id limit ${t.bigint('limit')}`
  return sql`${columns(maybeSealedRowFields)} ${fromBothAuditTables(page)} limit ${t.bigint('limit')}`
}
