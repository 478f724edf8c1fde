import type { WorkEnd } from '../domain/audit-writer.ts'

export type Statement = {
  /** Each connection prepares the statement once under this name. */
  name?: string
  text: string
  values: unknown[]
  rowMode?: 'array'
  /** The names of the result's columns, which the answer must have. */
  columns?: readonly string[]
  /** The agent that a column of each row of the answer must have. */
  owner?: { at: number; agentId: string } | undefined
}

/** A partition's table, and the table that it is a part of. */
export type Partition = { of: string; name: string }

/** Runs statements: the pool on any connection, a transaction on its own. */
export type Runner = {
  run(statement: Statement): Promise<unknown[]>
  /** Commits all of the work or nothing of it; inside a transaction, by a savepoint. */
  inTransaction<T>(work: (runner: Runner) => Promise<T>): Promise<T>
  /** Tells how the transaction ends. Outside of one it is missing: each statement is a transaction by itself. */
  whenOver?(tell: (end: WorkEnd) => void): void
  /** The partition that statements ask in the place of its table. */
  partition?: Partition | undefined
}
