/** The rules say no; the agent is told why. Answered with HTTP 200 and success false. */
export class Refused extends Error {
  override name = 'Refused'
}

/** Nobody is signed in, or no longer. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
}

/** Signed in, but this is not theirs; the same for what does not exist. */
export class Forbidden extends Error {
  override name = 'Forbidden'
}

/** Too much of it, by this phone or from this address. The message says how long to wait. */
export class Throttled extends Error {
  override name = 'Throttled'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
  }
}

/** We, or somebody we need, cannot take this now; nothing was done, and the same call may be tried again. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly retryAfterSeconds: number
  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super(message, { cause })
    this.retryAfterSeconds = retryAfterSeconds
  }
}
