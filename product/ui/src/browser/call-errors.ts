/** The server refused the call, with HTTP 200 and `success: false` or with a status such as 400 or 403. */
export class Refused extends Error {
  override name = 'Refused'
  readonly displayMsg: string
  readonly status: number
  /** The fields of the answer, such as the transaction id of a refused submit. */
  readonly answer: Readonly<Record<string, unknown>>
  constructor(displayMsg: string, status: number, answer: Readonly<Record<string, unknown>> = {}) {
    super(displayMsg)
    this.displayMsg = displayMsg
    this.status = status
    this.answer = answer
  }
}

/** HTTP 401: the bearer token is missing, unknown, expired or revoked. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
}

export type FailureKind = 'network' | 'timeout' | 'throttled' | 'unavailable' | 'fault'

/** The server gave no usable answer. `message` is the server's text, or else the app's own (product.md section 8). */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly kind: FailureKind
  /** The HTTP status; undefined if no answer came. */
  readonly status: number | undefined
  readonly displayMsg: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly answer: Readonly<Record<string, unknown>>
  constructor(failure: {
    kind: FailureKind
    status?: number
    displayMsg?: string
    message?: string
    retryAfter?: number
    answer?: Readonly<Record<string, unknown>>
    cause?: unknown
  }) {
    super(failure.displayMsg || failure.message || `HTTP ${failure.status}`, { cause: failure.cause })
    this.kind = failure.kind
    this.status = failure.status
    this.displayMsg = failure.displayMsg || undefined
    this.retryAfterSeconds = failure.retryAfter || undefined
    this.answer = failure.answer ?? {}
  }
}

/** Returns the server's text or, if the server sent none, the error's own text (product.md section 8). */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
