/** Somebody else was quicker. A store throws it, so that the transaction around it leaves nothing behind. */
export class Outrun extends Error {
  override name = 'Outrun'
}

/** @returns undefined when somebody else has done the work */
export function unlessOutrun<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Outrun) return undefined
    throw error
  })
}
