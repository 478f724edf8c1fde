import { auditRow, auditRowColumns } from './audit-rows.ts'
import { bigint, bytes, moment, neverNull, nullable, text, uuid } from './kinds.ts'
import type { Runner } from './runner.ts'
import { Sql, sql, statement } from './sql.ts'

/** A row of the trail as a person looks at it. */
const listedRow = { ...auditRow, position: nullable(bigint), place: neverNull(text) }

/** Which rows are looked at, and which of them are shown. */
export type AuditLook = {
  /** The rows of staff and operators have an index of their own, and so have those of an agent; others go by time. */
  by: { agent: string } | 'staff' | 'time'
  from: Date
  /** The place from which rows are older, in PostgreSQL's microseconds. */
  before: { happenedOn: string; id: string }
  kind: string | undefined
  actor: string | undefined
  action: string | undefined
  outcome: string | undefined
  request: string | undefined
  trace: string | undefined
  address: string | undefined
  /** At most so many rows are looked at, and so many shown. */
  reads: number
  limit: number
}

const within = sql`happened_on >= ${moment('from')}
  and (happened_on, id) < (${text('beforeMoment')}::timestamptz, ${uuid('beforeId')})`

const isWanted = sql`
  (${nullable(text)('kind')}::text is null or actor_kind = ${nullable(text)('kind')})
  and (${nullable(text)('actor')}::text is null or strpos(lower(actor), lower(${nullable(text)('actor')})) > 0)
  and (${nullable(text)('action')}::text is null or starts_with(action, ${nullable(text)('action')}))
  and (${nullable(text)('outcome')}::text is null or outcome = ${nullable(text)('outcome')})
  and (${nullable(text)('request')}::text is null or request_id = ${nullable(text)('request')})
  and (${nullable(text)('trace')}::text is null or trace_id = ${nullable(text)('trace')})
  and (${nullable(text)('address')}::text is null or address = ${nullable(text)('address')})`

/** Makes the two statements of a look: the place of the last row that is looked at, and the rows down to it. */
function lookBy<Values>(name: string, rows: Sql<Values>) {
  return {
    findLast: statement(`auditList.last${name}`, 'one-node', { place: neverNull(text), id: uuid })`
      select happened_on::text as place, id from audit_events where ${rows} and ${within}
      order by happened_on desc, id desc offset ${bigint('reads')} limit 1`,
    list: statement(`auditList.list${name}`, 'one-node', listedRow)`
      select ${auditRowColumns}, position, happened_on::text as place from audit_events
      where ${rows} and ${within}
        and (happened_on, id) >= (${text('lastMoment')}::timestamptz, ${uuid('lastId')}) and ${isWanted}
      order by audit_events.happened_on desc, audit_events.id desc limit ${bigint('limit')}`,
  }
}

const byStaff = lookBy('OfStaff', sql`actor_kind in ('staff', 'admin')`)
const byTime = lookBy('ByTime', sql`true`)
const byAgent = lookBy('OfAgent', sql`agent_id = ${uuid('concerned')}`)

const firstMoment = '-infinity'
const firstId = '00000000-0000-0000-0000-000000000000'

/** @returns the rows, newest first, and the place down to which rows were looked at if there are older ones */
export async function listAuditRows(db: Runner, { by, before, ...look }: AuditLook) {
  const asked = { ...look, beforeMoment: before.happenedOn, beforeId: before.id, concerned: '' }
  if (typeof by === 'object') asked.concerned = by.agent
  const { findLast, list } = by === 'staff' ? byStaff : by === 'time' ? byTime : byAgent
  const last = await findLast.first(db, { ...asked, reads: look.reads - 1 })
  const rows = await list(db, {
    ...asked,
    lastMoment: last?.place ?? firstMoment,
    lastId: last?.id ?? firstId,
  })
  return { rows, last }
}

export const findAuditRow = statement('auditList.find', 'one-node', {
  ...auditRow,
  position: neverNull(bigint),
  seal: neverNull(bytes),
  mac: nullable(bytes),
})`
  select ${auditRowColumns}, position, seal, mac from audit_events where position = ${bigint('position')}`
