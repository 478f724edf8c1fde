/** An error that the user can solve. exitWith prints its message without a stack. */
export class Complaint extends Error {}

export function exitWith(error: unknown): never {
  console.error(error instanceof Complaint ? error.message : error)
  process.exit(1)
}
