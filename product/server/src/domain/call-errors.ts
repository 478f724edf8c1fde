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

/** The answer is HTTP 200 with `success` false and the reason. */
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

/** The error for a refused one-time password. For a wrong one, `details` tells how many tries are left. */
export class OtpRefused extends Refused {
  override name = 'OtpRefused'
  readonly details: OtpDetails | undefined
  constructor(guess: { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }) {
    super(otpRefusals[guess.outcome])
    this.details = guess.details
  }
}

const otpRefusals = { wrong: 'wrong_otp', spent: 'otp_spent', expired: 'otp_expired' } as const

/** The error for an invalid field that the schema accepts, such as a day that does not exist. */
export class BadField extends Error {
  override name = 'BadField'
  readonly code: FieldErrorCode = 'field_invalid'
  constructor(field: string) {
    super(fieldErrors.field_invalid(field))
  }
}

/** The error when a caller has no live session, or when its DPoP proof is missing or not valid. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
  readonly code = 'unauthorized'
  constructor() {
    super(denials.unauthorized)
  }
}

/** The error when a signed-in caller has no right to a call, or the object of the call does not exist. */
export class Forbidden extends Error {
  override name = 'Forbidden'
  readonly code: DenialCode
  constructor(code: Exclude<DenialCode, 'unauthorized'>) {
    super(denials[code])
    this.code = code
  }
}

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

/** The server, or a service that it needs, cannot take the call now. It did nothing and may be repeated. */
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
