import { exactTime, isNoHiddenLook } from '../audit/audit-rows.ts'
import { bigint, moment, neverNull, nullable, text, textsOf, uuid } from '../link/kinds.ts'
import { owned, owner, statement } from '../link/sql.ts'

/** Lists the audit rows about an agent that are not archived, the newest first, from a given place on. */
export const listTrailOfAgent = statement('agentTrail.list', {
  ...owned,
  id: uuid,
  happenedOn: neverNull(text),
  actorKind: text,
  actor: text,
  action: text,
  subject: text,
  outcome: text,
  requestId: nullable(text),
  traceId: nullable(text),
  address: nullable(text),
})`
  select ${owner}, id, ${exactTime}, actor_kind, actor, action, subject, outcome, request_id, trace_id, address
  from audit_events
  where agent_id = ${uuid('agentId')} and ${isNoHiddenLook} and (${nullable(text)('beforeMoment')}::text is null
    or (happened_on, id) < (${nullable(text)('beforeMoment')}::timestamptz, ${nullable(uuid)('beforeId')}::uuid))
  order by audit_events.happened_on desc, id desc limit ${bigint('limit')}`

/** Counts how often the console has shown mobile numbers to a person since a time. `mark` is the end of the actor. */
export const countShownMobiles = statement('agentTrail.countShown', { n: neverNull(bigint) })`
  select count(*) as n from audit_events
  where actor_kind = 'staff' and happened_on > ${moment('since')} and action = 'agent.show-mobile'
    and outcome = 'done' and right(actor, length(${text('mark')})) = ${text('mark')}`

/** Makes transactions of one actor that count their acts run one after the other. */
export const waitForOthers = statement('agentTrail.waitForOthers')`
  select from pg_advisory_xact_lock(hashtextextended(${text('mark')}, 5207112038))`

/**
 * Counts the agents that an operator, or the person of a mark, has changed by these acts since a time, but not by votes
 * on proposals. A reason in a subject follows a colon, so that no reason reads as an approval.
 */
export const countDone = statement('agentTrail.countDone', { n: neverNull(bigint) })`
  select count(*) as n from audit_events
  where actor_kind in ('staff', 'admin') and actor_kind = ${text('actorKind')} and happened_on > ${moment('since')}
    and action = any(${textsOf<string>()('acts')}) and outcome = 'done'
    and case actor_kind when 'admin' then actor else right(actor, length(${text('mark')})) end = ${text('mark')}
    and agent_id is not null and subject !~ '^[^:]*, approved by '`
