/** A problem that the reader can solve. exitWith shows its sentence alone, without a stack. */
export class Complaint extends Error {}

/** Ends this process with a complaint's sentence, or with the whole stack of any other error. */
export function exitWith(error: unknown): never {
  console.error(error instanceof Complaint ? error.message : error)
  process.exit(1)
}
