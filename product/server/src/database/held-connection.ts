import type { PoolClient } from 'pg'

import { DatabaseAway } from '../domain/database-away.ts'
import { runStatement, type Answer, type Sent } from './run-statement.ts'
import type { Statement } from './runner.ts'

export type HeldConnection = {
  run(statement: Statement): Promise<unknown[]>
  /** Runs a command that begins or ends a transaction. */
  control(text: string): Promise<Answer>
  isFit(): boolean
  /** Returns the connection to the pool, or destroys it if it is broken or still waits for an answer. */
  leave(): void
}

export function holdConnection(
  client: PoolClient,
  options: {
    /** True if statements are prepared by name. False behind a pooler, whose transactions use different connections. */
    prepares: boolean
    isAnswerTo: (statement: Statement, answer: Answer) => boolean
  },
): HeldConnection {
  let owedAnswers = 0
  let isFit = true
  let isHeld = true

  return {
    async run(statement) {
      const answer = await ask(options.prepares ? statement : nameless(statement))
      if (options.isAnswerTo(statement, answer)) return answer.rows
      destroy()
      throw new DatabaseAway(new Error(`an answer of another statement came: ${statement.text}`))
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
    // After a failure, parts of the caller's work may still run when the connection already belongs to another caller.
    if (!isHeld || !isFit) throw new DatabaseAway(new Error('the connection was given up'))
    owedAnswers += 1
    try {
      return await runStatement(client, sent)
    } catch (error) {
      if (error instanceof DatabaseAway && !error.keepsConnection) isFit = false
      throw error
    } finally {
      owedAnswers -= 1
    }
  }

  /** Destroys the socket, because `end()` would first read all pending answers. */
  function destroy(): void {
    isFit = false
    client.connection.stream.destroy()
  }
}

function nameless({ name: _name, ...unnamed }: Statement): Sent {
  return unnamed
}
