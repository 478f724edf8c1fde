import { moment, text, uuid, uuids } from '../link/kinds.ts'
import { columns, statement } from '../link/sql.ts'
import type { Runner } from '../link/runner.ts'

const withdrawal = { reference: text, number: text, agentId: uuid, withdrawnOn: moment }

/** @returns no row if the consent is withdrawn already, and the bank is not told yet */
export const insertWithdrawal = statement('withdrawals.insert', { number: text })`
  insert into withdrawals (reference, number, agent_id, withdrawn_on, tell_on)
  values (${text('reference')}, ${text('number')}, ${uuid('of')}, ${moment('at')}, ${moment('tellOn')})
  on conflict do nothing returning number`

/** @returns no row if there is no such withdrawal, or if its hour is over */
export const takeBackWithdrawal = statement('withdrawals.takeBack', withdrawal)`
  delete from withdrawals where reference = ${text('reference')} and tell_on > ${moment('at')}
  returning ${columns(withdrawal)}`

export const listDueWithdrawals = statement('withdrawals.listDue', { reference: text })`
  select reference from withdrawals where tell_on <= ${moment('at')} order by tell_on limit 100`

export const takeDueWithdrawal = statement('withdrawals.takeDue', withdrawal)`
  delete from withdrawals where reference = ${text('reference')} and tell_on <= ${moment('at')}
  returning ${columns(withdrawal)}`

/** Sends waiting results no more, until they are erased or the withdrawal is taken back. */
export const setResultsAside = statement('withdrawals.setAside', { agentId: uuid, id: uuid })`
  update outbox set next_attempt_on = null, last_error = 'consent withdrawn'
  where agent_id = ${uuid('agentId')} and id = any(${uuids('ids')}) and body is not null
  returning agent_id, id`

export const sendResultsAgain = statement('withdrawals.sendAgain')`
  update outbox set next_attempt_on = ${moment('at')}, last_error = null
  where agent_id = ${uuid('agentId')} and id = any(${uuids('ids')}) and body is not null and next_attempt_on is null`

/**
 * Erases results that are not yet delivered to the bank. Their outbox rows stay as dead letters.
 * @param of.ids the ids of the outbox entries, from `orders.steps.event`
 * @returns the number of erased results
 */
export async function eraseResults(
  db: Runner,
  of: { agentId: string; ids: string[]; at: Date },
): Promise<number> {
  return (await eraseWaiting(db, of)).length
}

const eraseWaiting = statement('eraseResults.waiting', { agentId: uuid, id: uuid })`
  update outbox set body = null, next_attempt_on = null, dead_on = ${moment('at')}, last_error = 'consent withdrawn'
  where agent_id = ${uuid('agentId')} and id = any(${uuids('ids')}) and body is not null
  returning agent_id, id`
