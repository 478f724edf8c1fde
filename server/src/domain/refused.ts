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

/** The rules say no; the agent is told why. Answered with HTTP 200 and success false. */
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

/** A field of a well-formed body that the schema could not judge, such as a day that does not exist. */
export class BadField extends Error {
  override name = 'BadField'
  readonly code: FieldErrorCode = 'field_invalid'
  constructor(field: string) {
    super(fieldErrors.field_invalid(field))
  }
}

/** Nobody is signed in, or no longer. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
  readonly code = 'unauthorized'
  constructor() {
    super(denials.unauthorized)
  }
}

/** Signed in, but this is not theirs; the same for what does not exist. */
export class Forbidden extends Error {
  override name = 'Forbidden'
  readonly code: DenialCode
  constructor(code: Exclude<DenialCode, 'unauthorized'>) {
    super(denials[code])
    this.code = code
  }
}

/** Too much of it, by this phone or from this address. The message says how long to wait. */
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

/** We, or somebody we need, cannot take this now; nothing was done, and the same call may be tried again. */
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
