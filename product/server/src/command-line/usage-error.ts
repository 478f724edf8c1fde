/** Reports wrong arguments of a command. The command has not run. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** The words of the command whose `--help` explains more, such as `agents add`. */
  readonly about: string
  constructor(message: string, about = '') {
    super(message)
    this.about = about
  }
}
