import { messageKinds, type messageStates } from '@ekyc/contract/console/message-states'

import { claimWithFallback, columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createOutboxStore(db: SqlRunner) {
  return {
    put: (entry: Parameters<typeof putEntry>[1]) => putEntry(db, entry),

    takeDue: (due: Parameters<typeof claimDue>[1]) => claimDue(db, due),
    recall: (late: Parameters<typeof recall>[1]) => recall(db, late),
    markDelivered: (entry: Parameters<typeof markDelivered>[1]) => markDelivered(db, entry),
    reschedule: (entry: Parameters<typeof reschedule>[1]) => reschedule(db, entry),
    markDead: (entry: Parameters<typeof markDead>[1]) => markDead(db, entry),
  }
}

export const outboxKind = t.oneOf(messageKinds)

/** The columns of a message that people may see. */
export const messageProgress = {
  id: t.uuid,
  kind: outboxKind,
  createdOn: t.moment,
  expiresOn: t.moment,
  attempts: t.integer,
  nextAttemptOn: t.nullable(t.moment),
  deliveredOn: t.nullable(t.moment),
  deadOn: t.nullable(t.moment),
  lastError: t.nullable(t.text),
}

const isDecoy = t.boolean('isDecoy')

/**
 * A decoy has no body and is never due. An entry that exists already is left, because a settlement is repeated if the
 * answer to its commit was lost.
 */
const putEntry = statement('outbox.put')`
  insert into outbox (agent_id, id, kind, body, created_on, expires_on, next_attempt_on, delivered_on)
  values (${t.uuid('agentId')}, ${t.uuid('id')}, ${outboxKind('kind')},
    case when ${isDecoy} then null else ${t.bytes('body')}::bytea end, ${t.moment('at')}, ${t.moment('expiresOn')},
    case when ${isDecoy} then null else ${t.moment('at')}::timestamptz end,
    case when ${isDecoy} then ${t.moment('at')}::timestamptz end)
  on conflict (agent_id, id) do nothing`

const isDue = sql`
  kind = ${outboxKind('kind')} and next_attempt_on <= ${t.moment('at')} and body is not null`

const isEntry = sql`agent_id = ${t.uuid('agentId')} and id = ${t.uuid('id')}`

const claimed = {
  agentId: t.uuid,
  id: t.uuid,
  kind: outboxKind,
  body: t.neverNull(t.bytes),
  expiresOn: t.moment,
  attempts: t.integer,
}
const listDue = sql`
  select agent_id, id from outbox where ${isDue} order by next_attempt_on limit ${t.bigint('limit')}`
const claimListed = sql`
  update outbox set next_attempt_on = ${t.moment('heldUntil')}, attempts = attempts + 1, last_error = null
  from due where agent_id = of_agent and id = message and ${isDue}
  returning ${columns(claimed)}`

const claimFree = statement('outbox.claimFree', claimed)`
  with due (of_agent, message) as materialized (${listDue} for update skip locked) ${claimListed}`
const claimAny = statement('outbox.claimAny', claimed)`
  with due (of_agent, message) as materialized (${listDue}) ${claimListed}`
const claimDue = claimWithFallback(claimFree, claimAny)

export const listIdsWithBody = statement('outbox.listWaiting', {
  id: t.uuid,
})`
  select id from outbox where body is not null and id = any(${t.uuids('ids')})`

const recall = statement('outbox.recall')`
  update outbox set next_attempt_on = ${t.moment('at')} where next_attempt_on > ${t.moment('latestAttempt')}`

const markDelivered = statement('outbox.markDelivered')`
  update outbox set body = null, next_attempt_on = null, delivered_on = ${t.moment('at')}, last_error = null
  where ${isEntry}`

/** Sets the time of the next attempt, unless the message was erased or set aside during this attempt. */
const reschedule = statement('outbox.reschedule')`
  update outbox set next_attempt_on = ${t.moment('nextAttemptOn')}, last_error = ${t.text('error')}
  where ${isEntry} and next_attempt_on is not null`

const markDead = statement('outbox.markDead')`
  update outbox set body = null, next_attempt_on = null, dead_on = ${t.moment('at')}, last_error = ${t.text('error')}
  where ${isEntry}`

export type OutboxState = (typeof messageStates)[number]

const state = sql`
  case when delivered_on is not null then 'delivered' when dead_on is not null then 'dead' else 'waiting' end`

/** Leaves out the bodies of messages, because only the receivers may see a body. */
export const listMessages = statement('outbox.list', {
  mobile: t.nullable(t.text),
  state: t.neverNull(t.textOf<OutboxState>()),
  ...messageProgress,
})`
  select (select mobile from agents a where a.id = agent_id) as mobile, ${state} as state, ${columns(messageProgress)}
  from outbox
  where ${state} = any(${t.textsOf<OutboxState>()('states')})
    and (${t.nullable(t.text)('kind')}::text is null or kind = ${t.nullable(t.text)('kind')})
    and (${t.nullable(t.text)('id')}::text is null or id::text = ${t.nullable(t.text)('id')})
  order by created_on desc, id desc limit ${t.bigint('limit')}`

/** A message without an error after an attempt is being sent at this moment. A second attempt would send it twice. */
export const makeMessagesDue = statement('outbox.makeDue', { id: t.uuid })`
  update outbox set next_attempt_on = ${t.moment('at')}
  where next_attempt_on is not null and expires_on > ${t.moment('at')} and (attempts = 0 or last_error is not null)
    and (${t.nullable(t.text)('id')}::text is null or id::text = ${t.nullable(t.text)('id')})
  returning id`

export const countDeadMessages = statement('outbox.countGivenUp', {
  count: t.neverNull(t.bigint),
  lastOn: t.nullable(t.moment),
})`
  select count(*) as count, max(dead_on) as last_on from outbox where dead_on is not null`

export const countMessages = statement('outbox.count', {
  waiting: t.neverNull(t.bigint),
  oldestWaitingOn: t.nullable(t.moment),
  dead: t.neverNull(t.bigint),
})`
  select count(*) filter (where next_attempt_on is not null) as waiting,
    min(created_on) filter (where next_attempt_on is not null) as oldest_waiting_on,
    count(*) filter (where dead_on is not null) as dead
  from outbox`

export async function countOutboxBacklog(db: SqlRunner, at: Date) {
  const rows = await countWaiting(db)
  return messageKinds.map(kind => {
    const row = rows.find(one => one.kind === kind)
    const ageMs = row ? at.getTime() - row.oldestOn.getTime() : 0
    return { kind, waiting: row?.waiting ?? 0, oldestSeconds: Math.max(0, ageMs / 1_000) }
  })
}

const countWaiting = statement('outbox.countWaiting', {
  kind: outboxKind,
  waiting: t.neverNull(t.bigint),
  oldestOn: t.neverNull(t.moment),
})`
  select kind, count(*) as waiting, min(created_on) as oldest_on from outbox
  where next_attempt_on is not null group by kind`
