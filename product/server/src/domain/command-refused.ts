import type { ConsoleRefusalCode } from '@ekyc/contract/console/refusals'

export class CommandRefused extends Error {
  override name = 'CommandRefused'
  /** The reason as a code for programs, or 'refused' if only the message gives the reason. */
  readonly code: ConsoleRefusalCode
  readonly retryAfterSeconds: number | undefined
  constructor(message: string, code: ConsoleRefusalCode = 'refused', retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
