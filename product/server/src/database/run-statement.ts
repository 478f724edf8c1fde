import { DatabaseError, type Connection, type PoolClient, type QueryResult } from 'pg'

import { DatabaseAway, DatabaseBusy } from '../domain/database-away.ts'
import type { Statement } from './runner.ts'

export type Sent = Pick<Statement, 'name' | 'text' | 'rowMode'> & { values?: unknown[] }
export type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command' | 'fields'>

/** @returns the answer to the last statement if the text has several */
export async function runStatement(client: PoolClient, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  const answer: Answer | Answer[] = await client.query<Record<string, unknown>>(statement).catch(rethrow)
  return Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], command: '', fields: [] }) : answer
}

/**
 * The SQLSTATE classes 08 (connection), 53 (resources) and 57 (operator intervention, time limits), and single states:
 * the time limit of an idle transaction, a stand-by that was the primary, serialization, deadlock, and internal error,
 * by which a Citus coordinator reports that a worker died during a statement or a commit.
 */
const awayStates = /^(08|53|57)|^(25P03|25006|40001|40P01|XX000)$/
const lockNotAvailable = '55P03'

/** Turns an error from outside PostgreSQL into DatabaseAway, except a mistake of the program itself. */
export function rethrow(error: unknown): never {
  if (error instanceof DatabaseError) {
    // Clears these fields, because they contain values of the row and errors are logged.
    error.detail = undefined
    error.where = undefined
    if (error.code === lockNotAvailable) throw new DatabaseBusy(error)
    throw error.code !== undefined && awayStates.test(error.code) ? new DatabaseAway(error) : error
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseAway) throw error
  throw new DatabaseAway(error)
}

/** Corks the socket, so that the messages of all statements of one tick go out in one packet. */
function holdUntilNextTick({ stream }: Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
