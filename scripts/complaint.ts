/** An error that the user can solve. exitWith prints its message without a stack. */
export class Complaint extends Error {}

/** Prints a complaint's message, or any other error with its stack, and ends this process. */
export function exitWith(error: unknown): never {
  console.error(error instanceof Complaint ? error.message : error)
  process.exit(1)
}
