import { maxId, nilId } from '../../domain/ids.ts'
import { sql, statement, t, type Sql, type SqlRunner } from '../link/sql.ts'
import { auditRowFields, auditRowColumns, exactTimeColumn, isListedAction } from './audit-rows.ts'

type AuditFilter = 'kind' | 'actor' | 'action' | 'outcome' | 'request' | 'trace' | 'address'

const anything: Record<AuditFilter, string | undefined> = {
  kind: undefined,
  actor: undefined,
  action: undefined,
  outcome: undefined,
  request: undefined,
  trace: undefined,
  address: undefined,
}

type AuditSearch = Partial<typeof anything> & {
  agentId?: string | undefined
  from?: Date
  /** The search finds older rows only. The time has PostgreSQL's microseconds. */
  before?: { happenedOn: string; id: string } | undefined
  looks: boolean
  limit: number
}

const end = { happenedOn: 'infinity', id: maxId }

/** A search reads so many rows at most. */
const mostRead = 20_000

/**
 * @returns the rows, the newest first; `next` is the last of them, or of those that were read, if older rows may follow;
 * `lookedUntil` is the time of the last row that was read, if the page is not full although older rows may follow
 */
export async function searchAuditRows(
  db: SqlRunner,
  { agentId, limit, from = new Date(0), before = end, ...wanted }: AuditSearch,
) {
  const isOfStaff = wanted.kind === 'staff' || wanted.kind === 'admin'
  const { list, findLast } = searches[agentId !== undefined ? 'agent' : isOfStaff ? 'staff' : 'all']
  const read = { from, beforeMoment: before.happenedOn, beforeId: before.id, agentId: agentId ?? nilId }
  const rows = await list(db, { ...anything, ...wanted, ...read, mostRead, limit: limit + 1 })
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1] }
  const last = await findLast.first(db, { ...read, skipped: mostRead - 1 })
  return { rows, next: last, lookedUntil: last && new Date(last.happenedOn) }
}

const lastPlace = { happenedOn: t.neverNull(t.text), id: t.uuid, agentId: t.nullable(t.uuid) }

function searchOf<Values>(name: string, rows: Sql<Values>) {
  const isWithin = sql`
    ${rows} and happened_on >= ${t.moment('from')}
    and (happened_on, id) < (${t.text('beforeMoment')}::text::timestamptz, ${t.uuid('beforeId')})
    order by audit_events.happened_on desc, id desc`
  return {
    list: statement(`auditList.list${name}`, { ...auditRowFields, position: t.nullable(t.bigint) })`
      select ${auditRowColumns}, position
      from (select * from audit_events where ${isWithin} limit ${t.bigint('mostRead')}) as audit_events
      where ${isWanted} order by audit_events.happened_on desc, audit_events.id desc limit ${t.bigint('limit')}`,
    findLast: statement(`auditList.findLast${name}`, lastPlace)`
      select ${exactTimeColumn}, id, agent_id from audit_events where ${isWithin} offset ${t.bigint('skipped')} limit 1`,
  }
}

const isWanted = sql`
  (${t.nullable(t.text)('kind')}::text is null or actor_kind = ${t.nullable(t.text)('kind')})
  and (${t.nullable(t.text)('actor')}::text is null or strpos(lower(actor), lower(${t.nullable(t.text)('actor')})) > 0)
  and (${t.nullable(t.text)('action')}::text is null or starts_with(action, ${t.nullable(t.text)('action')}))
  and (${t.nullable(t.text)('outcome')}::text is null or outcome = ${t.nullable(t.text)('outcome')})
  and (${t.nullable(t.text)('request')}::text is null or request_id = ${t.nullable(t.text)('request')})
  and (${t.nullable(t.text)('trace')}::text is null or trace_id = ${t.nullable(t.text)('trace')})
  and (${t.nullable(t.text)('address')}::text is null or address = ${t.nullable(t.text)('address')})
  and ${isListedAction}`

/** Each has an index of its own. */
const searches = {
  all: searchOf('All', sql`true`),
  staff: searchOf('OfStaff', sql`actor_kind in ('staff', 'admin')`),
  agent: searchOf('OfAgent', sql`agent_id = ${t.uuid('agentId')}`),
}

export const findAuditRow = statement('auditList.find', {
  ...auditRowFields,
  position: t.neverNull(t.bigint),
  seal: t.neverNull(t.bytes),
  mac: t.nullable(t.bytes),
})`
  select ${auditRowColumns}, position, seal, mac from audit_events where position = ${t.bigint('position')}
    and seal is not null`

/** `mark` is the end of the actor's name. */
export const countShownMobiles = statement('agentTrail.countShown', { n: t.neverNull(t.bigint) })`
  select count(*) as n from audit_events
  where actor_kind = 'staff' and happened_on > ${t.moment('since')} and action = 'agent.show-mobile'
    and outcome = 'done' and right(actor, length(${t.text('mark')})) = ${t.text('mark')}`

/** Makes transactions of one actor that count their acts run one after the other. */
export const lockActsOfActor = statement('agentTrail.waitForOthers')`
  select from pg_advisory_xact_lock(hashtextextended(${t.text('mark')}, 5207112038))`

/** Votes on proposals do not count. A reason in a subject follows a colon, so that no reason reads as an approval. */
export const countChangedAgents = statement('agentTrail.countDone', { n: t.neverNull(t.bigint) })`
  select count(*) as n from audit_events
  where actor_kind in ('staff', 'admin') and actor_kind = ${t.text('actorKind')} and happened_on > ${t.moment('since')}
    and action = any(${t.textsOf<string>()('acts')}) and outcome = 'done'
    and case actor_kind when 'admin' then actor else right(actor, length(${t.text('mark')})) end = ${t.text('mark')}
    and agent_id is not null and subject !~ '^[^:]*, approved by '`
