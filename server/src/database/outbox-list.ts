import type { OutboxKind } from '../domain/stores.ts'
import {
  bigint,
  integer,
  moment,
  neverNull,
  nullable,
  outerJoined,
  text,
  textOf,
  textsOf,
  uuid,
} from './kinds.ts'
import { sql, statement } from './sql.ts'

export const outboxStates = ['waiting', 'dead', 'delivered'] as const
export type OutboxState = (typeof outboxStates)[number]

const state = sql`case when delivered_on is not null then 'delivered' when dead_on is not null then 'dead' else 'waiting' end`

/** The newest first; never with their bodies, which are for their receivers alone. */
export const listMessages = statement('outbox.list', {
  id: uuid,
  kind: textOf<OutboxKind>(),
  mobile: outerJoined(text),
  state: neverNull(textOf<OutboxState>()),
  createdOn: moment,
  expiresOn: moment,
  attempts: integer,
  nextAttemptOn: nullable(moment),
  deliveredOn: nullable(moment),
  deadOn: nullable(moment),
  lastError: nullable(text),
})`
  select o.id, kind, a.mobile, ${state} as state, o.created_on, expires_on, attempts, next_attempt_on, delivered_on,
    dead_on, last_error
  from outbox o left join agents a on a.id = o.agent_id
  where ${state} = any(${textsOf<OutboxState>()('states')})
    and (${nullable(text)('kind')}::text is null or kind = ${nullable(text)('kind')})
    and (${nullable(text)('id')}::text is null or o.id::text = ${nullable(text)('id')})
  order by o.created_on desc, o.id desc limit ${bigint('limit')}`

/** Makes due every message that waits; of an id, that one alone. */
export const makeMessagesDue = statement('outbox.makeDue', { id: uuid })`
  update outbox set next_attempt_on = ${moment('at')}, dead_on = null
  where body is not null and delivered_on is null and expires_on > ${moment('at')}
    and (${nullable(text)('id')}::text is null or id::text = ${nullable(text)('id')})
  returning id`
