import type { CustomTypesConfig } from 'pg'

export type BoundStatement = {
  /** Each connection prepares the statement once under this name. */
  name?: string
  text: string
  values: unknown[]
  /** With `textRowOptions`, each row of the answer is an array of PostgreSQL's texts. Otherwise it is an object. */
  rowMode?: 'array'
  types?: CustomTypesConfig
  /** The index of a column that must contain this agent's id in each row of the answer. */
  owner?: { at: number; agentId: string } | undefined
}

/** An executor of statements: the pool, which uses any connection, or a transaction, which uses its own connection. */
export type SqlRunner = {
  run(statement: BoundStatement): Promise<unknown[]>
  inTransaction<T>(work: (runner: SqlRunner) => Promise<T>): Promise<T>
  /** Missing outside a transaction, where each statement is a transaction of its own. */
  afterCommit?(tell: () => void): void
}
