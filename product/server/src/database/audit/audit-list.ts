import { bigint, bytes, moment, neverNull, nullable, text, textsOf, uuid } from '../link/column-types.ts'
import { nilId } from '../../domain/ids.ts'
import type { SqlRunner } from '../link/sql-runner.ts'
import { sql, statement, type Sql } from '../link/sql.ts'
import { auditRowFields, auditRowColumns, exactTimeColumn, isListedAction } from './audit-rows.ts'

const listedRow = { ...auditRowFields, position: nullable(bigint) }

export type AuditSearch = {
  by: { agent: string } | 'staff' | 'time'
  from: Date
  /** The search finds older rows only. The time has PostgreSQL's microseconds. */
  before: { happenedOn: string; id: string }
  looks: boolean
  /** The search reads so many rows, and returns `limit` rows, at most. */
  reads: number
  limit: number
} & Record<'kind' | 'actor' | 'action' | 'outcome' | 'request' | 'trace' | 'address', string | undefined>

const within = sql`happened_on >= ${moment('from')}
  and (happened_on, id) < (${text('beforeMoment')}::text::timestamptz, ${uuid('beforeId')})`

const isWanted = sql`
  (${nullable(text)('kind')}::text is null or actor_kind = ${nullable(text)('kind')})
  and (${nullable(text)('actor')}::text is null or strpos(lower(actor), lower(${nullable(text)('actor')})) > 0)
  and (${nullable(text)('action')}::text is null or starts_with(action, ${nullable(text)('action')}))
  and (${nullable(text)('outcome')}::text is null or outcome = ${nullable(text)('outcome')})
  and (${nullable(text)('request')}::text is null or request_id = ${nullable(text)('request')})
  and (${nullable(text)('trace')}::text is null or trace_id = ${nullable(text)('trace')})
  and (${nullable(text)('address')}::text is null or address = ${nullable(text)('address')})
  and ${isListedAction}`

const ofStaff = sql`actor_kind in ('staff', 'admin')`
const ofAgent = sql`agent_id = ${uuid('concerned')}`

const lastPlace = { happenedOn: neverNull(text), id: uuid }

const lastOf = <Values>(rows: Sql<Values>) => sql`
  select ${exactTimeColumn}, id from audit_events where ${rows} and ${within}
  order by audit_events.happened_on desc, id desc offset ${bigint('reads')} limit 1`

const rowsOf = <Values>(rows: Sql<Values>) => sql`
  select ${auditRowColumns}, position from audit_events
  where ${rows} and ${within}
    and (audit_events.happened_on, audit_events.id) >= (${text('lastMoment')}::text::timestamptz, ${uuid('lastId')})
    and ${isWanted}
  order by audit_events.happened_on desc, audit_events.id desc limit ${bigint('limit')}`

const findLastByTime = statement('auditList.lastByTime', lastPlace)`${lastOf(sql`true`)}`
const findLastOfStaff = statement('auditList.lastOfStaff', lastPlace)`${lastOf(ofStaff)}`
const findLastOfAgent = statement('auditList.lastOfAgent', lastPlace)`${lastOf(ofAgent)}`
const listByTime = statement('auditList.byTime', listedRow)`${rowsOf(sql`true`)}`
const listOfStaff = statement('auditList.ofStaff', listedRow)`${rowsOf(ofStaff)}`
const listOfAgent = statement('auditList.ofAgent', listedRow)`${rowsOf(ofAgent)}`

const firstMoment = '-infinity'

/** @returns the rows, the newest first, and the place of the last row that was read, if older rows may follow */
export async function searchAuditRows(db: SqlRunner, { by, before, ...look }: AuditSearch) {
  const concerned = typeof by === 'object' ? by.agent : nilId
  const asked = { ...look, beforeMoment: before.happenedOn, beforeId: before.id, concerned }
  const [findLast, list] = {
    time: [findLastByTime, listByTime] as const,
    staff: [findLastOfStaff, listOfStaff] as const,
    agent: [findLastOfAgent, listOfAgent] as const,
  }[typeof by === 'object' ? 'agent' : by]
  const last = await findLast.first(db, { ...asked, reads: look.reads - 1 })
  const rows = await list(db, {
    ...asked,
    lastMoment: last?.happenedOn ?? firstMoment,
    lastId: last?.id ?? nilId,
  })
  return { rows, last }
}

export const findAuditRow = statement('auditList.find', {
  ...auditRowFields,
  position: neverNull(bigint),
  seal: neverNull(bytes),
  mac: nullable(bytes),
})`
  select ${auditRowColumns}, position, seal, mac from audit_events where position = ${bigint('position')} and seal is not null`

export const listTrailOfAgent = statement('agentTrail.list', auditRowFields)`
  select ${auditRowColumns}
  from audit_events
  where agent_id = ${uuid('agentId')} and ${isListedAction} and (${nullable(text)('beforeMoment')}::text is null
    or (happened_on, id) < (${nullable(text)('beforeMoment')}::timestamptz, ${nullable(uuid)('beforeId')}::uuid))
  order by audit_events.happened_on desc, id desc limit ${bigint('limit')}`

/** `mark` is the end of the actor's name. */
export const countShownMobiles = statement('agentTrail.countShown', { n: neverNull(bigint) })`
  select count(*) as n from audit_events
  where actor_kind = 'staff' and happened_on > ${moment('since')} and action = 'agent.show-mobile'
    and outcome = 'done' and right(actor, length(${text('mark')})) = ${text('mark')}`

/** Makes transactions of one actor that count their acts run one after the other. */
export const lockActsOfActor = statement('agentTrail.waitForOthers')`
  select from pg_advisory_xact_lock(hashtextextended(${text('mark')}, 5207112038))`

/** Votes on proposals do not count. A reason in a subject follows a colon, so that no reason reads as an approval. */
export const countChangedAgents = statement('agentTrail.countDone', { n: neverNull(bigint) })`
  select count(*) as n from audit_events
  where actor_kind in ('staff', 'admin') and actor_kind = ${text('actorKind')} and happened_on > ${moment('since')}
    and action = any(${textsOf<string>()('acts')}) and outcome = 'done'
    and case actor_kind when 'admin' then actor else right(actor, length(${text('mark')})) end = ${text('mark')}
    and agent_id is not null and subject !~ '^[^:]*, approved by '`
