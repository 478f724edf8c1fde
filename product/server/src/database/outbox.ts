import {
  outboxKinds,
  type OutboxEntry,
  type OutboxKey,
  type OutboxKind,
  type OutboxStore,
} from '../domain/stores.ts'
import { claimEach } from './claim-each.ts'
import {
  bigint,
  bytes,
  integer,
  moment,
  neverNull,
  nullable,
  oneOf,
  text,
  textOf,
  textsOf,
  uuid,
  uuids,
} from './kinds.ts'
import type { Runner } from './runner.ts'
import { sql, statement } from './sql.ts'

export function outboxIn(db: Runner): OutboxStore {
  function take(kind: OutboxKind, keys: OutboxKey[], at: Date, heldUntil: Date): Promise<OutboxEntry[]> {
    return claimEach(db, keys, (transaction, key) => claimDue(transaction, { ...key, kind, at, heldUntil }))
  }

  return {
    take,

    async put({ isDecoy, body, at, ...entry }) {
      const delivery = isDecoy
        ? { body: null, dueOn: null, deliveredOn: at }
        : { body, dueOn: at, deliveredOn: null }
      await putEntry(db, { ...entry, ...delivery, at })
    },

    async takeDue(kind, at, heldUntil, limit) {
      const entries: OutboxEntry[] = []
      for (;;)
        try {
          const due = await listDue(db, { kind, at, limit: limit - entries.length })
          const claimedEntries = await take(kind, due, at, heldUntil)
          entries.push(...claimedEntries)
          // If another server has claimed some of the due entries, more due entries may follow.
          if (claimedEntries.length === due.length) return entries
        } catch (error) {
          if (entries.length === 0) throw error
          // The claims of earlier rounds are committed, so their entries are returned. Otherwise these entries would
          // wait until `heldUntil`.
          return entries
        }
    },

    async recall(at, latestAttempt) {
      await recall(db, { at, latestAttempt })
    },

    async markDelivered(agentId, id, at) {
      await markDelivered(db, { agentId, id, at })
    },

    async reschedule(agentId, id, nextAttemptOn, error) {
      await reschedule(db, { agentId, id, nextAttemptOn, error })
    },

    async markDead(agentId, id, at, error) {
      await markDead(db, { agentId, id, at, error })
    },
  }
}

export const outboxKind = oneOf(outboxKinds)

/** Inserts an entry unless it exists already, because a settlement is repeated if the answer to its commit was lost. */
const putEntry = statement('outbox.put')`
  insert into outbox (agent_id, id, kind, body, created_on, expires_on, next_attempt_on, delivered_on)
  values (${uuid('agentId')}, ${uuid('id')}, ${outboxKind('kind')}, ${nullable(bytes)('body')},
    ${moment('at')}, ${moment('expiresOn')}, ${nullable(moment)('dueOn')}, ${nullable(moment)('deliveredOn')})
  on conflict (agent_id, id) do nothing`

const isDue = sql`
  kind = ${outboxKind('kind')} and next_attempt_on <= ${moment('at')} and body is not null`

const listDue = statement('outbox.listDue', {
  agentId: uuid,
  id: uuid,
})`
  select agent_id, id from outbox where ${isDue} order by next_attempt_on limit ${bigint('limit')}`

const isEntry = sql`agent_id = ${uuid('agentId')} and id = ${uuid('id')}`

/** Tests again that the entry is due, so that only one of several concurrent claims of the entry succeeds. */
const claimDue = statement('outbox.claimDue', {
  agentId: uuid,
  id: uuid,
  kind: outboxKind,
  body: neverNull(bytes),
  expiresOn: moment,
  attempts: integer,
})`
  update outbox set next_attempt_on = ${moment('heldUntil')}, attempts = attempts + 1
  where ${isEntry} and ${isDue}
  returning agent_id, id, kind, body, expires_on, attempts`

export const listWaiting = statement('outbox.listWaiting', {
  id: uuid,
})`
  select id from outbox where body is not null and id = any(${uuids('ids')})`

const recall = statement('outbox.recall')`
  update outbox set next_attempt_on = ${moment('at')} where next_attempt_on > ${moment('latestAttempt')}`

const markDelivered = statement('outbox.markDelivered')`
  update outbox set body = null, next_attempt_on = null, delivered_on = ${moment('at')}, last_error = null
  where ${isEntry}`

/** Sets the time of the next attempt, unless the message was erased or set aside during this attempt. */
const reschedule = statement('outbox.reschedule')`
  update outbox set next_attempt_on = ${moment('nextAttemptOn')}, last_error = ${text('error')}
  where ${isEntry} and next_attempt_on is not null`

const markDead = statement('outbox.markDead')`
  update outbox set body = null, next_attempt_on = null, dead_on = ${moment('at')}, last_error = ${text('error')}
  where ${isEntry}`

// The following statements are for the console and the admin command line.

export const outboxStates = ['waiting', 'dead', 'delivered'] as const
export type OutboxState = (typeof outboxStates)[number]

const state = sql`
  case when delivered_on is not null then 'delivered' when dead_on is not null then 'dead' else 'waiting' end`

/** Leaves out the bodies of messages, because only the receivers may see a body. */
export const listMessages = statement('outbox.list', {
  id: uuid,
  kind: outboxKind,
  mobile: nullable(text),
  state: neverNull(textOf<OutboxState>()),
  createdOn: moment,
  expiresOn: moment,
  attempts: integer,
  nextAttemptOn: nullable(moment),
  deliveredOn: nullable(moment),
  deadOn: nullable(moment),
  lastError: nullable(text),
})`
  select id, kind, (select mobile from agents a where a.id = agent_id) as mobile, ${state} as state, created_on,
    expires_on, attempts, next_attempt_on, delivered_on, dead_on, last_error
  from outbox
  where ${state} = any(${textsOf<OutboxState>()('states')})
    and (${nullable(text)('kind')}::text is null or kind = ${nullable(text)('kind')})
    and (${nullable(text)('id')}::text is null or id::text = ${nullable(text)('id')})
  order by created_on desc, id desc limit ${bigint('limit')}`

export const makeMessagesDue = statement('outbox.makeDue', { id: uuid })`
  update outbox set next_attempt_on = ${moment('at')}, dead_on = null
  where next_attempt_on is not null and expires_on > ${moment('at')}
    and (${nullable(text)('id')}::text is null or id::text = ${nullable(text)('id')})
  returning id`

export const countMessages = statement('outbox.count', {
  waiting: neverNull(bigint),
  oldestWaitingOn: nullable(moment),
  dead: neverNull(bigint),
})`
  select count(*) filter (where next_attempt_on is not null) as waiting,
    min(created_on) filter (where next_attempt_on is not null) as oldest_waiting_on,
    count(*) filter (where dead_on is not null) as dead
  from outbox`
