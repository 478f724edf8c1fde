import { DatabaseError, type Connection, type PoolClient, type QueryResult } from 'pg'

import { DatabaseAway } from '../domain/database-away.ts'
import type { Statement } from './runner.ts'

export type Sent = Omit<Statement, 'values' | 'columns'> & { values?: unknown[]; name?: string }
export type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command' | 'fields'>

/** Several statements in one text are answered by the last of them. */
export async function runStatement(client: PoolClient, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  const answer: Answer | Answer[] = await client.query<Record<string, unknown>>(statement).catch(rethrow)
  return Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], command: '', fields: [] }) : answer
}

/**
 * Classes 08 (connection), 53 (resources) and 57 (operator intervention, time limits), and single states: a
 * transaction idle for too long, a stand-by that was the primary, a lock waited for too long, a deadlock.
 */
const awayStates = /^(08|53|57)|^(25P03|25006|55P03|40001|40P01)$/

/** What does not come from PostgreSQL is a lost or refused connection; what is a mistake of ours stays what it is. */
export function rethrow(error: unknown): never {
  if (error instanceof DatabaseError) {
    // They name the values of the row, and errors are logged.
    error.detail = undefined
    error.where = undefined
    throw error.code !== undefined && awayStates.test(error.code) ? new DatabaseAway(error) : error
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseAway) throw error
  throw new DatabaseAway(error)
}

/** What is asked in one tick leaves in one packet: one statement is several messages, and several may go together. */
function holdUntilNextTick({ stream }: Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
