import type { WorkEnd } from '../domain/audit-writer.ts'

export type Statement = {
  /** Each connection prepares the statement once under this name. */
  name?: string
  text: string
  values: unknown[]
  /** The names of the result's columns, which the answer must have. Its rows are then arrays of texts. */
  columns?: readonly string[]
  /** The column that must name this agent in each row of the answer. */
  owner?: { at: number; agentId: string } | undefined
  /** The statements that travel as this one; each row is the index of its part and the part's own row. */
  parts?: readonly Statement[]
}

/** A partition's table, and the table of which it is a part. */
export type Partition = { of: string; name: string }

/** Runs statements: the pool on any connection, a transaction on its own connection. */
export type Runner = {
  run(statement: Statement): Promise<unknown[]>
  /** Commits all of the work or none of it; inside a transaction, by a savepoint. */
  inTransaction<T>(work: (runner: Runner) => Promise<T>): Promise<T>
  /**
   * Tells how the transaction ends. It is missing outside a transaction, where each statement is a transaction by
   * itself.
   */
  whenOver?(tell: (end: WorkEnd) => void): void
  /** The partition that statements read instead of its table. */
  partition?: Partition | undefined
}
