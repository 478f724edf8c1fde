import { DatabaseError } from 'pg'

import { DatabaseAway } from '../../domain/database-away.ts'
import type { PooledConnection } from './pooled-connection.ts'
import type { SqlRunner } from './sql-runner.ts'

type Scope = {
  begin: string
  commit: string
  rollback: string
  /** PostgreSQL's answer to a successful `commit`. */
  committed: string
}

export const plainTransaction: Scope = {
  begin: 'begin',
  commit: 'commit',
  rollback: 'rollback',
  committed: 'COMMIT',
}

type TransactionLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** Returns the commands of a transaction that sets its own time limits, for a connection without limits. */
export function limitedTransaction(limits: TransactionLimits): Scope {
  return {
    ...plainTransaction,
    begin: [
      'begin',
      `set local statement_timeout = ${limits.statementMs}`,
      `set local lock_timeout = ${limits.lockMs}`,
      `set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
    ].join('; '),
  }
}

/**
 * Runs a transaction on a connection. Concurrent statements are pipelined, and the first of them are sent right after
 * `begin`. PostgreSQL refuses every statement after a failed one, and each refused statement rejects with the error of
 * the failed one.
 */
export function runTransaction<T>(
  connection: PooledConnection,
  scope: Scope,
  whole: (runner: SqlRunner) => Promise<T>,
): Promise<T> {
  return within(scope, 0, whole)

  async function within<R>(
    { begin, commit, rollback, committed }: Scope,
    level: number,
    work: (runner: SqlRunner) => Promise<R>,
    outer: (() => void)[] = [],
  ): Promise<R> {
    const waiting: (() => void)[] = []
    let isOver = false
    let failure: unknown
    try {
      const begun = ask(() => connection.control(begin))
      // BEGIN is pipelined with the first statements; its result is awaited below.
      begun.catch(() => {})
      const result = await work({
        async run(statement) {
          // A statement after the commit would run outside the transaction.
          if (isOver) throw new DatabaseAway(new Error('the transaction is over'))
          return ask(() => connection.run(statement))
        },
        async inTransaction(inner) {
          if (isOver) throw new DatabaseAway(new Error('the transaction is over'))
          return within(savepoint(level + 1), level + 1, inner, waiting)
        },
        afterCommit: tell => void waiting.push(tell),
      }).finally(() => (isOver = true))
      await begun
      const { command } = await ask(() => connection.control(commit))
      // PostgreSQL answers the commit of a failed transaction with ROLLBACK, without an error.
      if (command !== committed) throw failure ?? new Error(`${commit} was answered by ${command}`)
      // The work of a released savepoint is committed only with the outer transaction.
      if (level > 0) outer.push(...waiting)
      else for (const tell of waiting) tell()
      return result
    } catch (error) {
      // PostgreSQL rolls back by itself when the connection is lost.
      if ((error instanceof DatabaseAway && !error.keepsConnection) || !connection.isFit()) throw error
      await connection.control(rollback)
      throw error
    }

    async function ask<A>(send: () => Promise<A>): Promise<A> {
      try {
        return await send()
      } catch (error) {
        failure ??= error
        throw error instanceof DatabaseError && failedBefore.has(error.code ?? '') ? failure : error
      }
    }
  }
}

function savepoint(level: number): Scope {
  return {
    begin: `savepoint level_${level}`,
    commit: `release savepoint level_${level}`,
    rollback: `rollback to savepoint level_${level}`,
    committed: 'RELEASE',
  }
}

/**
 * The SQLSTATEs of a refused statement after a failed one: the transaction is aborted, or the prepared statement is
 * missing.
 */
const failedBefore = new Set(['25P02', '26000'])
