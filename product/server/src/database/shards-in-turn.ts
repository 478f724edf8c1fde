import { neverNull, text } from './kinds.ts'
import type { Runner } from './runner.ts'
import { statement } from './sql.ts'

/**
 * Makes the statements of a transaction query the shards one after the other. After a statement that queried all shards
 * of `sessions` at once, Citus refuses changes of `agents`, to which `sessions` refers. Plain PostgreSQL ignores the
 * setting.
 */
export async function askShardsInTurn(transaction: Runner): Promise<void> {
  await setMode.one(transaction)
}

const setMode = statement('shards.inTurn', { mode: neverNull(text) })`
  select set_config('citus.multi_shard_modify_mode', 'sequential', true) as mode`
