/** The command line itself is wrong; nothing was looked at. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** The words whose `--help` tells more. */
  readonly about: string
  constructor(message: string, about = '') {
    super(message)
    this.about = about
  }
}
