/** Reports that another call won the race. A store throws this error to roll its transaction back. */
export class Conflict extends Error {
  override name = 'Conflict'
}

/** @returns undefined if another call did the work first */
export function unlessConflict<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Conflict) return undefined
    throw error
  })
}
