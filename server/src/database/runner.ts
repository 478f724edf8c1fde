export type Statement = {
  text: string
  values: unknown[]
  rowMode?: 'array'
  /** The names of its answer's columns, as far as they are known; undefined where none is. */
  columns?: readonly (string | undefined)[] | undefined
}

/** What runs statements: the pool, on any connection, or a transaction, on its own. */
export type Runner = {
  run(statement: Statement): Promise<unknown[]>
  /** All of the work or nothing; inside a transaction, a savepoint. */
  inTransaction<T>(work: (runner: Runner) => Promise<T>): Promise<T>
}
