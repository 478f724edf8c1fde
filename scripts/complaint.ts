/** A problem that the reader can solve. exitWith prints its sentence without a stack. */
export class Complaint extends Error {}

/** Ends this process with a complaint's sentence, or with the stack of any other error. */
export function exitWith(error: unknown): never {
  console.error(error instanceof Complaint ? error.message : error)
  process.exit(1)
}
