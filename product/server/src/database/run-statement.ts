import { DatabaseError, Query, type Client, type Connection, type FieldDef, type QueryResult } from 'pg'

import { DatabaseAway, DatabaseBusy, DatabaseTooSlow } from '../domain/database-away.ts'
import type { Statement } from './runner.ts'

export type Sent = Pick<Statement, 'name' | 'text' | 'columns'> & { values?: unknown[] }
export type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command' | 'fields'>

/**
 * Runs a statement. Rows are arrays of texts if the statement declares its columns, and objects otherwise.
 * @returns the answer to the last statement if the text has several statements
 */
export async function runStatement(client: Client, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  if (statement.columns) return textsOf(client, statement).catch(rethrow)
  const answer: Answer | Answer[] = await client.query<Record<string, unknown>>(statement).catch(rethrow)
  return Array.isArray(answer) ? (answer.at(-1) ?? { rows: [], command: '', fields: [] }) : answer
}

function textsOf(client: Client, sent: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    client.query(
      new TextQuery(sent, (error, answer) => (answer ? resolve(answer) : reject(error ?? undefined))),
    )
  })
}

/**
 * A query that returns each value as PostgreSQL's text. The kinds that a statement declares parse the text (sql.ts).
 * `pg` itself would look up a parser for every column of every answer, and copy the query (node-postgres 3753).
 */
class TextQuery extends Query {
  declare name: string | undefined
  declare values: unknown[]
  declare callback: (error: Error | null, answer?: Answer) => void
  readonly answer = { rows: [] as Record<string, unknown>[], command: '', fields: [] as FieldDef[] }

  constructor({ text, name, values = [] }: Sent, callback: TextQuery['callback']) {
    super(text)
    this.name = name
    this.values = values.map(value => (value instanceof Date ? value.toISOString() : value))
    this.callback = callback
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.answer.fields = fields
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    this.answer.rows.push(fields as Record<string, unknown>)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.answer.command = text.split(' ', 1)[0] ?? ''
  }

  handleReadyForQuery(): void {
    this.callback(null, this.answer)
  }
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
