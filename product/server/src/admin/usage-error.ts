/** Reports wrong arguments; the command has not run. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** The words of the command whose `--help` explains more. */
  readonly about: string
  constructor(message: string, about = '') {
    super(message)
    this.about = about
  }
}
