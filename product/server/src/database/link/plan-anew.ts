import { neverNull, text } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/**
 * Makes PostgreSQL plan each statement of the transaction for its actual parameters. A generic plan, which must fit
 * every filter, would use no index.
 * @param statementMs the time limit of each following statement, in ms
 */
export async function planAnew(transaction: Runner, statementMs?: number): Promise<void> {
  await setMode.one(transaction)
  if (statementMs !== undefined) await setLimit.one(transaction, { limit: `${statementMs}ms` })
}

const setMode = statement('planning.anew', { mode: neverNull(text) })`
  select set_config('plan_cache_mode', 'force_custom_plan', true) as mode`

const setLimit = statement('planning.limit', { limit: neverNull(text) })`
  select set_config('statement_timeout', ${text('limit')}, true) as limit`
