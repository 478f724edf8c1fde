import type { PoolClient } from 'pg'

import { DatabaseAway } from '../../domain/database-away.ts'
import { runStatement, type Answer, type Sent } from './run-statement.ts'
import type { Statement } from './runner.ts'

export type HeldConnection = {
  run(statement: Statement): Promise<unknown[]>
  /** Runs a command that begins or ends a transaction. */
  control(text: string): Promise<Answer>
  isFit(): boolean
  /** Returns the connection to the pool, which closes it if it is broken. */
  leave(): void
}

/** @param prepares false behind a pooler, whose transactions use different connections: statements get no names */
export function holdConnection(client: PoolClient, { prepares }: { prepares: boolean }): HeldConnection {
  let isFit = true
  let isHeld = true

  return {
    async run({ owner, name, ...statement }) {
      const { rows } = await ask(prepares && name !== undefined ? { ...statement, name } : statement)
      if (!owner || rows.every(row => (row as unknown as unknown[])[owner.at] === owner.agentId)) return rows
      isFit = false
      throw new DatabaseAway(new Error(`an answer of another agent came: ${statement.text}`))
    },
    control: text => ask({ text }),
    isFit: () => isFit,
    leave() {
      isHeld = false
      client.release(!isFit)
    },
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
}
