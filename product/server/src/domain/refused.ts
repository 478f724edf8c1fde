import {
  countedRefusals,
  denials,
  fieldErrors,
  overloads,
  refusals,
  throttles,
  type CountedRefusalCode,
  type DenialCode,
  type FieldErrorCode,
  type OverloadCode,
  type RefusalCode,
  type ThrottleCode,
} from '@ekyc/contract/refusals'
import type { OtpDetails } from '@ekyc/contract/shapes'

/** A business refusal, whose message tells the agent why. The answer is HTTP 200 with success false. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: RefusalCode
  constructor(
    ...why: [code: Exclude<RefusalCode, CountedRefusalCode>] | [code: CountedRefusalCode, count: number]
  ) {
    super(why.length === 1 ? refusals[why[0]] : countedRefusals[why[0]](why[1]))
    this.code = why[0]
  }
}

/** Refuses a one-time password. For a wrong one, it tells how many tries are left. */
export class OtpRefused extends Refused {
  override name = 'OtpRefused'
  readonly details: OtpDetails | undefined
  constructor(guess: { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }) {
    super(otpRefusals[guess.outcome])
    this.details = guess.details
  }
}

/**
 * Refuses a right password without its second factor.
 * @param otpDetails the handle of the OTP that was sent; null if the agent may choose first
 */
export class SecondFactorMissing extends Refused {
  override name = 'SecondFactorMissing'
  readonly otpDetails: OtpDetails | null
  /** From then on the second factor is required; undefined if no day is known. */
  readonly until: Date | undefined
  constructor(otpDetails: OtpDetails | null, until: Date | undefined) {
    super(otpDetails ? 'second_factor_needed' : 'second_factor_offered')
    this.otpDetails = otpDetails
    this.until = until
  }
}

const otpRefusals = { wrong: 'wrong_otp', spent: 'otp_spent', expired: 'otp_expired' } as const

/** Reports a wrong field that the schema cannot detect, such as a day that does not exist. */
export class BadField extends Error {
  override name = 'BadField'
  readonly code: FieldErrorCode = 'field_invalid'
  constructor(field: string) {
    super(fieldErrors.field_invalid(field))
  }
}

/** Refuses a caller without a live session. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
  readonly code = 'unauthorized'
  constructor() {
    super(denials.unauthorized)
  }
}

/** Refuses a signed-in caller without the right. An object that does not exist gets the same answer. */
export class Forbidden extends Error {
  override name = 'Forbidden'
  readonly code: DenialCode
  constructor(code: Exclude<DenialCode, 'unauthorized'>) {
    super(denials[code])
    this.code = code
  }
}

/** Refuses a phone or an address that exceeded a limit. The message tells how long to wait. */
export class Throttled extends Error {
  override name = 'Throttled'
  readonly code: ThrottleCode
  readonly retryAfterSeconds: number
  constructor(code: ThrottleCode, retryAfterSeconds: number) {
    super(throttles[code](retryAfterSeconds))
    this.code = code
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds))
  }
}

/**
 * Reports that the server, or a service that it needs, cannot take the call now. The call did nothing and may be
 * repeated.
 */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly code: OverloadCode
  readonly retryAfterSeconds: number
  constructor(code: OverloadCode, retryAfterSeconds: number, cause?: unknown) {
    super(overloads[code], { cause })
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}
