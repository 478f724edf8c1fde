export type Statement = { text: string; values: unknown[]; rowMode?: 'array' }

/** What runs statements: the pool, on any connection, or a transaction, on its own. */
export type Runner = {
  run(statement: Statement): Promise<unknown[]>
  /** All of the work or nothing; inside a transaction, a savepoint. */
  inTransaction<T>(work: (runner: Runner) => Promise<T>): Promise<T>
}
