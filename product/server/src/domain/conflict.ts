/** Reports that another call has made the change first. A store throws this error to roll its transaction back. */
export class Conflict extends Error {
  override name = 'Conflict'
}

export function unlessConflict<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Conflict) return undefined
    throw error
  })
}
