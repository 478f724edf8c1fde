import type { Stores } from '../database/stores.ts'

export type { Stores } from '../database/stores.ts'

/**
 * Each method of a store answers one question of a rule or makes one change. All times come from the caller's clock.
 */
export type Database = DatabaseOf<keyof Stores>

export type DatabaseOf<Name extends keyof Stores> = Pick<Stores, Name> & {
  /** Runs `work` without a transaction, with stores on one connection that pipelines concurrent statements. */
  pipelined<T>(work: (stores: Pick<Stores, Name>) => Promise<T>): Promise<T>
  transaction<T>(work: (stores: Pick<Stores, Name>) => Promise<T>): Promise<T>
}

/** Reports that another call has made the change first. A store throws this error to roll its transaction back. */
export class Conflict extends Error {
  override name = 'Conflict'
}

export function ignoreConflict<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Conflict) return undefined
    throw error
  })
}
