import { DatabaseAway } from '../../src/domain/database-away.ts'

/** The wire between a server and the database in memory. The promise of a message that never arrives stays pending. */
export type Wire = {
  begin(transaction: Transaction): void
  /** Carries one message. @throws DatabaseAway when the connection is lost */
  carry(): Promise<void>
  /** Sends a commit and waits for its answer. @throws DatabaseAway when the result of the commit is unknown */
  commit(transaction: Transaction): Promise<void>
  rollBack(transaction: Transaction, cause: unknown): Promise<void>
  afterLockTimeout(expired: () => void): void
}

/** A connection to the database in memory, with 'read committed' isolation. A transaction's statements run in order. */
export type Connection = {
  /** Outside of `inTransaction`, the statement is a transaction by itself. */
  run<T>(statement: (transaction: Transaction) => T | Promise<T>): Promise<T>
  inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
}

type Table = Map<string, unknown>
type Lock = { holder: Transaction; waiting: { transaction: Transaction; grant: () => void }[] }

/** A transaction. Other transactions see its writes after its commit. It holds its row locks until its end. */
export class Transaction {
  readonly #locks: Map<string, Lock>
  readonly #onWait: Wire['afterLockTimeout']
  readonly #written = new Map<Table, Map<string, unknown>>()
  readonly #held: string[] = []
  #isOver = false

  constructor(locks: Map<string, Lock>, onWait: Wire['afterLockTimeout']) {
    this.#locks = locks
    this.#onWait = onWait
  }

  read<Row>(table: Map<string, Row>, key: string): Row | undefined {
    const written = this.#written.get(table) as Map<string, Row> | undefined
    return written?.get(key) ?? table.get(key)
  }

  write<Row>(table: Map<string, Row>, key: string, row: Row): void {
    const written = this.#written.get(table) ?? new Map<string, unknown>()
    this.#written.set(table, written.set(key, row))
  }

  /** Locks a row. Rows read before may have changed during the wait. @throws DatabaseAway after a long wait */
  hold(name: string): Promise<void> | undefined {
    if (this.#isOver) throw new DatabaseAway(new Error('the transaction is over'))
    const lock = this.#locks.get(name)
    if (lock?.holder === this) return undefined
    if (!lock) {
      this.#locks.set(name, { holder: this, waiting: [] })
      this.#held.push(name)
      return undefined
    }
    return new Promise((resolve, reject) => {
      const waiter = { transaction: this, grant: resolve }
      lock.waiting.push(waiter)
      this.#onWait(() => {
        const place = lock.waiting.indexOf(waiter)
        if (place < 0) return
        lock.waiting.splice(place, 1)
        reject(new DatabaseAway(new Error('lock timeout')))
      })
    })
  }

  end(isCommitted: boolean): void {
    if (this.#isOver) return
    this.#isOver = true
    if (isCommitted)
      for (const [table, rows] of this.#written) for (const [key, row] of rows) table.set(key, row)
    for (const name of this.#held) this.#release(name)
  }

  #release(name: string): void {
    const lock = this.#locks.get(name)
    const next = lock?.waiting.shift()
    if (!lock || !next) this.#locks.delete(name)
    else if (next.transaction.#isOver) this.#release(name)
    else {
      lock.holder = next.transaction
      next.transaction.#held.push(name)
      next.grant()
    }
  }
}

/** Creates a database in memory. Returns a function that connects a server to this database. */
export function createMemory(): (wire: Wire) => Connection {
  const locks = new Map<string, Lock>()

  return wire => {
    const begin = () => new Transaction(locks, expired => wire.afterLockTimeout(expired))

    return {
      async run(statement) {
        await wire.carry()
        const transaction = begin()
        try {
          const result = await statement(transaction)
          transaction.end(true)
          await wire.carry()
          return result
        } finally {
          transaction.end(false)
        }
      },

      async inTransaction(work) {
        const transaction = begin()
        wire.begin(transaction)
        const connection = within(transaction)
        try {
          const result = await work(connection)
          await connection.idle()
          await wire.commit(transaction)
          return result
        } catch (error) {
          await wire.rollBack(transaction, error)
          throw error
        }
      },
    }

    /** Creates a connection that runs statements one after another. After a failed statement, all later ones fail. */
    function within(transaction: Transaction): Connection & { idle(): Promise<void> } {
      let last: Promise<unknown> = Promise.resolve()
      const connection: Connection & { idle(): Promise<void> } = {
        run(statement) {
          const ran = last.then(() => wire.carry()).then(() => statement(transaction))
          last = ran
          ran.catch(() => {})
          return ran
        },
        inTransaction: work => work(connection),
        idle: async () => void (await last),
      }
      return connection
    }
  }
}
