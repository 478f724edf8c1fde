/** Another call won the race. A store throws this error to roll its transaction back. */
export class Outrun extends Error {
  override name = 'Outrun'
}

/** @returns undefined when another call did the work first */
export function unlessOutrun<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Outrun) return undefined
    throw error
  })
}
