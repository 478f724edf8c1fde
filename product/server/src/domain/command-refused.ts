import type { ConsoleRefusalCode } from '@ekyc/contract/console/refusals'

/** Refuses an act; the message says why. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
  /** Tells programs why, where the message alone does not. */
  readonly code: ConsoleRefusalCode
  constructor(message: string, code: ConsoleRefusalCode = 'refused') {
    super(message)
    this.code = code
  }
}
