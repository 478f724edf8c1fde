import type { ExceptionDecision, StoredReason } from '@ekyc/contract/exceptions'

import { dayMs } from '../../domain/clocks.ts'
import { columns, owner, ownerColumn, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createExceptionStore(db: SqlRunner) {
  return {
    put: (opened: Parameters<typeof putException>[1]) => putException.first(db, opened),
    find: (agentId: string, orderId: string) => findException.first(db, { agentId, orderId }),
  }
}

const exception = {
  reason: t.textOf<StoredReason>(),
  openedOn: t.moment,
  dueBy: t.moment,
  tries: t.integer,
  decision: t.nullable(t.textOf<ExceptionDecision>()),
}

/**
 * Opens the order's exception, or changes the reason of an undecided one. The server's own reason never replaces an
 * existing reason. `needs` are the encrypted special needs of a customer with a disability.
 */
const putException = statement('exceptions.put', { ...ownerColumn, ...exception })`
  insert into exceptions (agent_id, order_id, reference, reason, needs, tries, opened_on, due_by)
  values (${t.uuid('agentId')}, ${t.uuid('orderId')}, ${t.text('reference')}, ${exception.reason('reason')},
    ${t.nullable(t.bytes)('needs')}, ${t.integer('tries')}, ${t.moment('openedOn')}, ${t.moment('dueBy')})
  on conflict (agent_id, order_id) do update set
    reason = case when excluded.reason = 'not_recognised' then exceptions.reason else excluded.reason end,
    needs = coalesce(excluded.needs, exceptions.needs),
    tries = greatest(exceptions.tries, excluded.tries)
  where exceptions.decided_on is null
  returning ${owner}, ${columns(exception)}`

const findException = statement('exceptions.find', { ...ownerColumn, ...exception })`
  select ${owner}, ${columns(exception)}
  from exceptions where agent_id = ${t.uuid('agentId')} and order_id = ${t.uuid('orderId')}`

const countedDays = 30

export function countExceptionsByReason(db: SqlRunner, at: Date) {
  return countByReason(db, { at, since: new Date(at.getTime() - countedDays * dayMs) })
}

const listed = {
  ...exception,
  agentId: t.uuid,
  orderId: t.uuid,
  reference: t.text,
  needs: t.nullable(t.bytes),
  decidedOn: t.nullable(t.moment),
  decidedBy: t.nullable(t.text),
  /** The name of the agent, or null if the agent was erased. */
  agentName: t.nullable(t.text),
}

const { agentName: _name, ...own } = listed
const list = sql`
  select ${columns(own)}, (select nullif(name, '') from agents a where a.id = agent_id) as agent_name from exceptions`

export const listOpenExceptions = statement('exceptions.listOpen', listed)`
  ${list} where decided_on is null order by due_by, order_id limit ${t.bigint('limit')}`

export const listDecidedExceptions = statement('exceptions.listDecided', listed)`
  ${list} where decided_on is not null order by decided_on desc, order_id limit ${t.bigint('limit')}`

const ofOrder = sql`from exceptions where order_id = ${t.uuid('orderId')} limit 1`

export const listRelatedExceptions = statement('exceptions.listAround', listed)`
  ${list} where reference = (select reference ${ofOrder}) or agent_id = (select agent_id ${ofOrder})
  order by order_id = ${t.uuid('orderId')} desc, opened_on desc, order_id limit ${t.bigint('limit')}`

export const countUndecidedExceptions = statement('exceptions.countUndecided', {
  exceptions: t.neverNull(t.bigint),
})`
  select count(*) as exceptions from exceptions where decided_on is null`

/** Decides an undecided exception, and erases the description of the needs of a customer with a disability. */
export const saveExceptionDecision = statement('exceptions.decide', { agentId: t.uuid })`
  update exceptions set decision = ${t.text('decision')}, decided_on = ${t.moment('at')}, decided_by = ${t.text('by')},
    needs = null
  where order_id = ${t.uuid('orderId')} and decided_on is null
  returning agent_id`

const countByReason = statement('exceptions.countByReason', {
  reason: t.textOf<StoredReason>(),
  opened: t.neverNull(t.bigint),
  waiting: t.neverNull(t.bigint),
  overdue: t.neverNull(t.bigint),
})`
  select reason, count(*) as opened, count(*) filter (where decided_on is null) as waiting,
    count(*) filter (where decided_on is null and due_by < ${t.moment('at')}) as overdue
  from exceptions where opened_on >= ${t.moment('since')} group by reason order by count(*) desc, reason`
