import { DatabaseError, type Connection, type PoolClient, type QueryResult } from 'pg'

import { DatabaseAway, DatabaseBusy } from '../domain/database-away.ts'
import type { Statement } from './runner.ts'

export type Sent = Omit<Statement, 'values' | 'columns' | 'owner'> & { values?: unknown[] }
export type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command' | 'fields'>

/** @returns the answer to the last statement when the text has several */
export async function runStatement(client: PoolClient, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  const answer: Answer | Answer[] = await client.query<Record<string, unknown>>(statement).catch(rethrow)
  return Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], command: '', fields: [] }) : answer
}

/**
 * The SQLSTATE classes 08 (connection), 53 (resources) and 57 (operator intervention, time limits), and single states:
 * an idle transaction's time limit, a stand-by that was the primary, serialization, deadlock, and an
 * internal error: a Citus coordinator reports so that a worker died in the middle of a statement or a commit.
 */
const awayStates = /^(08|53|57)|^(25P03|25006|40001|40P01|XX000)$/
const lockNotAvailable = '55P03'

/** Turns an error that does not come from PostgreSQL into DatabaseAway, except for a mistake of the program itself. */
export function rethrow(error: unknown): never {
  if (error instanceof DatabaseError) {
    // These fields contain values of the row, and errors reach the log.
    error.detail = undefined
    error.where = undefined
    if (error.code === lockNotAvailable) throw new DatabaseBusy(error)
    throw error.code !== undefined && awayStates.test(error.code) ? new DatabaseAway(error) : error
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseAway) throw error
  throw new DatabaseAway(error)
}

/** Corks the socket, so that the messages of all statements of one tick leave in one packet. */
function holdUntilNextTick({ stream }: Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
