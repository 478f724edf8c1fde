/** A problem that the reader can solve: shown as its sentence alone, without a stack. */
export class Complaint extends Error {}

/** Ends this process with the complaint's sentence, or with the whole stack of anything unforeseen. */
export function exitWith(error) {
  console.error(error instanceof Complaint ? error.message : error)
  process.exit(1)
}
