import { DatabaseError, type Client, type Connection, type QueryResult } from 'pg'

import { DatabaseAway, DatabaseBusy, DatabaseTooSlow } from '../../domain/database-away.ts'
import type { Statement } from './runner.ts'

export type Sent = Omit<Statement, 'values' | 'owner'> & { values?: unknown[] }
export type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command'>

/** @returns the answer to the last statement if the text has several statements */
export async function runStatement(client: Client, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  const answer: Answer | Answer[] = await client.query<Record<string, unknown>>(statement).catch(rethrow)
  return Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], command: '' }) : answer
}

/**
 * The SQLSTATEs of a database that is away: the classes 08 (connection), 53 (resources) and 57 (operator intervention,
 * time limits), and single states. These are the time limit of an idle transaction, a stand-by that was the primary,
 * serialization, deadlock, and internal error, with which a Citus coordinator reports that a worker died during a
 * statement or a commit.
 */
const awayStates = /^(08|53|57)|^(25P03|25006|40001|40P01|XX000)$/
const lockNotAvailable = '55P03'
const statementCanceled = '57014'

/** Throws the error of a busy, slow or unreachable database as a DatabaseAway or its subclass, and rethrows others. */
export function rethrow(error: unknown): never {
  if (error instanceof DatabaseError) {
    // Removes two fields that contain values of the row, because errors are logged.
    error.detail = undefined
    error.where = undefined
    // Replaces the error's stack with the caller's, because the error's own stack ends at the socket.
    Error.captureStackTrace(error, rethrow)
    if (error.code === lockNotAvailable) throw new DatabaseBusy(error)
    if (error.code === statementCanceled) throw new DatabaseTooSlow(error)
    throw error.code !== undefined && awayStates.test(error.code) ? new DatabaseAway(error) : error
  }
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DatabaseAway) throw error
  throw new DatabaseAway(error)
}

/** Corks the socket until the next tick, so that the messages of all statements of one tick go out in one packet. */
function holdUntilNextTick({ stream }: Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
