import { bigint, moment, neverNull, nullable, text, uuid } from './kinds.ts'
import { owned, owner, statement } from './sql.ts'

/** Lists the audit rows about an agent that are not archived, the newest first, from a given place on. */
export const listTrailOfAgent = statement('agentTrail.list', 'one-node', {
  ...owned,
  id: uuid,
  happenedOn: moment,
  place: neverNull(text),
  actorKind: text,
  actor: text,
  action: text,
  subject: text,
  outcome: text,
  requestId: nullable(text),
  traceId: nullable(text),
  address: nullable(text),
})`
  select ${owner}, id, happened_on, happened_on::text as place, actor_kind, actor, action, subject, outcome, request_id, trace_id, address
  from audit_events
  where agent_id = ${uuid('agentId')} and (${nullable(text)('beforeMoment')}::text is null
    or (happened_on, id) < (${nullable(text)('beforeMoment')}::timestamptz, ${nullable(uuid)('beforeId')}::uuid))
  order by happened_on desc, id desc limit ${bigint('limit')}`

/** Counts how often the console has shown mobile numbers to a person since a time. `actor` is as in audit rows. */
export const countShownMobiles = statement('agentTrail.countShown', 'one-node', { n: neverNull(bigint) })`
  select count(*) as n from audit_events
  where actor_kind = 'staff' and happened_on > ${moment('since')} and action = 'agent.show-mobile'
    and outcome = 'done' and actor = ${text('actor')}`
