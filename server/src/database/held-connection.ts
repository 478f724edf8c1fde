import type { PoolClient } from 'pg'

import { DatabaseAway } from '../domain/database-away.ts'
import { runStatement, type Answer, type Sent } from './run-statement.ts'
import type { Statement } from './runner.ts'
import type { Named } from './statement-names.ts'

/** A connection while one piece of work holds it: nothing of the work is left on it for the next. */
export type HeldConnection = {
  run(statement: Statement): Promise<unknown[]>
  /** What begins and ends transactions. */
  control(text: string): Promise<Answer>
  isFit(): boolean
  /** Gives it back; a connection that is not fit, or still owes an answer, is destroyed. */
  leave(): void
}

export function holdConnection(
  client: PoolClient,
  options: { named: Named; isAnswerTo: (statement: Statement, answer: Answer) => boolean },
): HeldConnection {
  let owedAnswers = 0
  let isFit = true
  let isHeld = true

  return {
    async run(statement) {
      const answer = await ask(options.named(statement))
      if (options.isAnswerTo(statement, answer)) return answer.rows
      destroy()
      throw new DatabaseAway(new Error(`an answer came that is not its statement's: ${statement.text}`))
    },
    control: text => ask({ text }),
    isFit: () => isFit,
    leave() {
      isHeld = false
      if (owedAnswers > 0) destroy()
      client.release(!isFit)
    },
  }

  async function ask(sent: Sent): Promise<Answer> {
    // Work that failed may have left some of itself running: the connection can be another's by now.
    if (!isHeld || !isFit) throw new DatabaseAway(new Error('the connection was given up'))
    owedAnswers += 1
    try {
      return await runStatement(client, sent)
    } catch (error) {
      if (error instanceof DatabaseAway) isFit = false
      throw error
    } finally {
      owedAnswers -= 1
    }
  }

  /** At once: a connection that says good-bye first reads whatever still comes. */
  function destroy(): void {
    isFit = false
    client.connection.stream.destroy()
  }
}
