/** Thrown where no private PostgreSQL can run. The message is one sentence for the person who starts the server. */
export class PrivatePostgresUnavailable extends Error {
  override name = 'PrivatePostgresUnavailable'
  readonly why: string
  constructor(why: string) {
    super(`The private PostgreSQL cannot run: ${why}; set DATABASE_URL to use a PostgreSQL server instead.`)
    this.why = why
  }
}
