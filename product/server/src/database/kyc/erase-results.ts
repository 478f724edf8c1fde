import { moment, uuid, uuids } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { statement } from '../link/sql.ts'

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
