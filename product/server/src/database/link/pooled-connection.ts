import { DatabaseError, type Client, type Connection, type PoolClient, type QueryResult } from 'pg'

import { DatabaseAway, DatabaseBusy, DatabaseTooSlow } from '../../domain/database-away.ts'
import type { BoundStatement, SqlRunner } from './sql.ts'

type Sent = Omit<BoundStatement, 'values' | 'owner'> & { values?: unknown[] }
type Answer = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'command'>

/**
 * Holds a connection for one caller. Concurrent statements are pipelined, and the first statements of a transaction are
 * sent right after `begin`.
 * @param options.prepares false behind a pooler, whose transactions use different connections: statements get no names
 */
export function holdConnection(client: PoolClient, options: { begin: string; prepares: boolean }) {
  let isFit = true
  let isHeld = true

  return {
    run,
    inTransaction: <T>(work: (runner: SqlRunner) => Promise<T>) => inTransaction(0, work),
    leave() {
      isHeld = false
      client.release(!isFit)
    },
  }

  async function run({ owner, name, ...statement }: BoundStatement): Promise<unknown[]> {
    const { rows } = await ask(options.prepares && name !== undefined ? { ...statement, name } : statement)
    if (!owner || rows.every(row => (row as unknown as unknown[])[owner.at] === owner.agentId)) return rows
    isFit = false
    throw new DatabaseAway(new Error(`an answer of another agent came: ${statement.text}`))
  }

  async function ask(sent: Sent): Promise<Answer> {
    // After a failure, parts of the caller's work may still run when the connection already belongs to another caller.
    if (!isHeld || !isFit) throw new DatabaseAway(new Error('the connection was given up'))
    try {
      return await runStatement(client, sent)
    } catch (error) {
      if (error instanceof DatabaseAway && !error.keepsConnection) isFit = false
      throw error
    }
  }

  /**
   * Runs a transaction, or a savepoint of it at a level above 0. PostgreSQL refuses every statement after a failed one,
   * and each refused statement rejects with the error of the failed one.
   * @param outer the functions to be called after the commit of the outer transaction
   */
  async function inTransaction<T>(
    level: number,
    work: (runner: SqlRunner) => Promise<T>,
    outer: (() => void)[] = [],
  ): Promise<T> {
    const [begin, commit, rollback, committed] =
      level === 0
        ? [options.begin, 'commit', 'rollback', 'COMMIT']
        : [
            `savepoint level_${level}`,
            `release savepoint level_${level}`,
            `rollback to savepoint level_${level}`,
            'RELEASE',
          ]
    const waiting: (() => void)[] = []
    let isOver = false
    let failure: unknown
    try {
      const begun = orFailure(ask({ text: begin }))
      // BEGIN is pipelined with the first statements; its result is awaited below.
      begun.catch(() => {})
      const result = await work({
        async run(statement) {
          requireOpen()
          return orFailure(run(statement))
        },
        async inTransaction(inner) {
          requireOpen()
          return inTransaction(level + 1, inner, waiting)
        },
        afterCommit: tell => void waiting.push(tell),
      }).finally(() => (isOver = true))
      await begun
      const { command } = await orFailure(ask({ text: commit }))
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK, without an error.
      if (command !== committed) throw failure ?? new Error(`${commit} was answered by ${command}`)
      // The work of a released savepoint is committed only with the outer transaction.
      if (level > 0) outer.push(...waiting)
      else for (const tell of waiting) tell()
      return result
    } catch (error) {
      // PostgreSQL rolls back by itself when the connection is lost.
      if (isFit && !(error instanceof DatabaseAway && !error.keepsConnection)) await ask({ text: rollback })
      throw error
    }

    /** A statement after the commit would run outside the transaction. */
    function requireOpen(): void {
      if (isOver) throw new DatabaseAway(new Error('the transaction is over'))
    }

    async function orFailure<A>(answer: Promise<A>): Promise<A> {
      try {
        return await answer
      } catch (error) {
        failure ??= error
        throw error instanceof DatabaseError && failedBefore.has(error.code ?? '') ? failure : error
      }
    }
  }
}

/** The transaction is aborted, or the prepared statement of the failed one is missing. */
const failedBefore = new Set(['25P02', '26000'])

/** @returns the answer to the last statement if the text has several statements */
export async function runStatement(client: Client, statement: Sent): Promise<Answer> {
  holdUntilNextTick(client.connection)
  const sending = client.query<Record<string, unknown>>(statement)
  const answer: Answer | Answer[] = await sending.catch(rethrowDatabaseError)
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
export function rethrowDatabaseError(error: unknown): never {
  if (error instanceof DatabaseError) {
    // Removes two fields that contain values of the row, because errors are logged.
    error.detail = undefined
    error.where = undefined
    // Replaces the error's stack with the caller's, because the error's own stack ends at the socket.
    Error.captureStackTrace(error, rethrowDatabaseError)
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
