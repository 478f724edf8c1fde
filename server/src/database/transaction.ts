import { DatabaseError } from 'pg'

import { DatabaseAway } from '../domain/database-away.ts'
import type { HeldConnection } from './held-connection.ts'
import type { Runner } from './runner.ts'

/** What makes work whole or nothing: a transaction, or a savepoint within one. */
export type Bracket = {
  begin: string
  end: string
  undo: string
  /** How PostgreSQL answers an `end` that is one. */
  ended: string
}

export const transaction: Bracket = { begin: 'begin', end: 'commit', undo: 'rollback', ended: 'COMMIT' }

export type TransactionLimits = { statementMs: number; lockMs: number; idleInTransactionMs: number }

/** For a connection that has no limits of its own. */
export function limitedTransaction(limits: TransactionLimits): Bracket {
  return {
    ...transaction,
    begin: [
      'begin',
      `set local statement_timeout = ${limits.statementMs}`,
      `set local lock_timeout = ${limits.lockMs}`,
      `set local idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
    ].join('; '),
  }
}

/**
 * A transaction on its connection. Statements given together leave together, the first with `begin` in front of them,
 * and PostgreSQL refuses all behind one that failed: what they are told is why that one did.
 */
export function transactionOn<T>(
  connection: HeldConnection,
  bracket: Bracket,
  whole: (runner: Runner) => Promise<T>,
): Promise<T> {
  return within(bracket, 0, whole)

  async function within<R>(
    { begin, end, undo, ended }: Bracket,
    level: number,
    work: (runner: Runner) => Promise<R>,
  ): Promise<R> {
    let isOver = false
    let failure: unknown
    try {
      const begun = ask(() => connection.control(begin))
      // It goes in front of the work's first statements and is looked at below, when these have been answered.
      begun.catch(() => {})
      const result = await work({
        async run(statement) {
          // What comes after the end would be no part of it, but stand by itself.
          if (isOver) throw new DatabaseAway(new Error('the transaction is over'))
          return ask(() => connection.run(statement))
        },
        async inTransaction(inner) {
          if (isOver) throw new DatabaseAway(new Error('the transaction is over'))
          return within(savepoint(level + 1), level + 1, inner)
        },
      }).finally(() => (isOver = true))
      await begun
      const { command } = await ask(() => connection.control(end))
      // A transaction that has failed answers its commit with ROLLBACK, and not as an error.
      if (command !== ended) throw failure ?? new Error(`${end} was answered by ${command}`)
      return result
    } catch (error) {
      // A connection that is lost has rolled back by itself; one that cannot roll back is given up like a lost one.
      if (error instanceof DatabaseAway || !connection.isFit()) throw error
      await connection.control(undo)
      throw error
    }

    async function ask<A>(asked: () => Promise<A>): Promise<A> {
      try {
        return await asked()
      } catch (error) {
        failure ??= error
        throw error instanceof DatabaseError && failedBefore.has(error.code ?? '') ? failure : error
      }
    }
  }
}

function savepoint(level: number): Bracket {
  return {
    begin: `savepoint level_${level}`,
    end: `release savepoint level_${level}`,
    undo: `rollback to savepoint level_${level}`,
    ended: 'RELEASE',
  }
}

/** In a transaction that has failed: refused for that alone, or for a name whose statement was. */
const failedBefore = new Set(['25P02', '26000'])
