import { authorityError, authoritySituations } from './authority-errors.ts'
import type { AuthoritySituation, AuthoritySource } from './authority-errors.ts'
import { captureMaxAgeMs } from './limits.ts'
import { signInTexts } from './sign-in-texts.ts'
import { kycTexts, newPasswordTexts } from './texts.ts'

/**
 * This module contains every refusal of the server, in one table for each kind of answer. A key is the `response.code`,
 * a value the `displayMsg`; only in `verdicts` the values are the codes. Clients depend on the codes, so a published
 * code is never renamed. Texts of product.md are verbatim; the other texts say what happened and what helps.
 */

/** The refusals by a business rule. They have HTTP status 200 and `success` false. */
export const refusals = {
  user_not_verified: signInTexts.userNotVerified,
  password_unreadable: signInTexts.passwordUnreadable,
  wrong_password: signInTexts.passwordIncorrect,
  account_needs_otp: signInTexts.otpVerificationFirst,
  token_not_fetched: signInTexts.tokenNotFetched,
  system_not_supported:
    'This computer’s operating system gets no security updates any more, so the bank does not let it log in. Please use a newer computer, or ask the bank.',
  second_factor_needed: 'Please confirm this log-in with the OTP that was sent to your phone.',
  second_factor_offered: 'Please add a passkey, or confirm your log-ins with an OTP.',
  account_locked:
    'Too many wrong passwords: the password is locked. Please press Forgot Password to set a new one. If no OTP comes, please contact your bank.',
  wrong_otp: newPasswordTexts.otpWrong,
  otp_spent: 'This OTP was used, or tried too often. Please ask for a new one.',
  otp_expired: 'This OTP has expired. Please ask for a new one.',
  passkey_not_accepted: 'This passkey was not accepted. Please log in with your password.',
  passkey_not_added: 'The passkey was not added. Please try again.',
  passkeys_not_offered: 'Passkeys are not available at this address.',
  operator_dormant:
    'Nothing was done under this log-in for months. Please ask your bank to renew your own KYC; then you can go on.',
  operator_stopped: 'The bank has to look at the work under this log-in first. Please contact your bank.',
  reference_unknown: 'The reference number is not known to the bank.',
  reference_not_allowed: 'KYC is not allowed for this reference number.',
  reference_done: 'KYC is already complete for this reference number.',
  reference_in_work:
    'This reference number is being submitted by another agent. Please try again in a moment.',
  too_many_unknown_references: 'Too many unknown reference numbers in the last hour. Please try again later.',
  consent_missing:
    "The customer's consent is missing. Please read it to the customer, tick the box and capture again.",
  consent_not_published:
    "This consent text is not in force. Please load the bank's text again, read it to the customer and capture again.",
  capture_malformed: 'The fingerprint data is incomplete. Please capture again.',
  capture_key_unknown: 'The fingerprint device uses an unknown key. Please update the device service.',
  device_certificate_expired:
    "The fingerprint device's certificate is not valid today. Please run Key Rotation in the device service app.",
  device_not_allowed: 'This fingerprint device is not on the list of allowed devices.',
  capture_stale: `The fingerprint is older than ${counted(captureMaxAgeMs / 60_000, 'minute')}. Please capture again.`,
  capture_from_future: "This computer's clock is ahead. Please correct it and capture again.",
  capture_clock_slow: "This computer's clock is behind. Please correct it and capture again.",
  capture_before_order: 'The fingerprint was captured before this order was opened. Please capture again.',
  exception_decided: 'The bank has already decided about this customer.',
  capture_used: 'This fingerprint was submitted before. Please capture again.',
} as const

/** The refusals by a business rule whose limit the server's policy sets. Each text contains the limit. */
export const countedRefusals = {
  reference_failed_often: (failures: number) =>
    `The fingerprint failed ${counted(failures, 'time')} today for this reference number. Please try again tomorrow.`,
  order_expired: (hours: number) =>
    `This order is older than ${counted(hours, 'hour')}. Please check the reference again.`,
} as const

/** The texts of orders that failed without the authority's verdict. HTTP status: 200, but 504 for authority_timeout. */
export const failuresWithoutVerdict = {
  authority_timeout: kycTexts.timeoutError,
  authority_unusable: 'The identity authority sent an unusable answer. Please capture again.',
  customer_not_fetched: 'The bank did not answer in time. Please capture again.',
  bank_unusable:
    "The bank's answer about this customer could not be used. Capturing again helps only after the bank has corrected it.",
  result_not_taken:
    'The identity was verified, but the bank did not take the result: this KYC does not count. Please try again in some minutes.',
  submission_interrupted: 'The submission was interrupted. Please capture again.',
} as const

/** The codes of the authority's refusals. Each has its situation's text, HTTP status 200 and `success` false. */
export const verdicts = Object.fromEntries(
  Object.entries(authoritySituations).map(([name, { code }]) => [name, code]),
) as { [Name in AuthoritySituation]: (typeof authoritySituations)[Name]['code'] }

/** The refusals with HTTP status 401 or 403. Clients recognise a 401 by the text (decisions.md section 2). */
export const denials = {
  unauthorized: 'Unauthorized',
  not_yours: 'You do not have access to this.',
  privilege_missing: 'You do not have access to this.',
} as const

/** The refusals with HTTP status 429 and the header Retry-After. */
export const throttles = {
  too_many_wrong_passwords: (seconds: number) =>
    `Too many wrong passwords. Please try again in ${spokenWait(seconds)}.`,
  too_many_attempts: (seconds: number) =>
    `Too many attempts from this address. Please try again in ${spokenWait(seconds)}.`,
  too_many_reference_checks: (seconds: number) =>
    `Too many reference checks in the last hour. Please try again in ${spokenWait(seconds)}.`,
  too_many_exceptions: (seconds: number) =>
    `Too many customers without a readable finger in the last hour. Please try again in ${spokenWait(seconds)}.`,
  operator_limit: (seconds: number) =>
    `The bank's limit of KYC is reached. Please try again in ${spokenWait(seconds)}.`,
  too_many_otps: (seconds: number) =>
    `Too many OTPs were sent. Please try again in ${spokenMinutes(seconds)}.`,
  too_many_wrong_otps: (seconds: number) =>
    `Too many wrong OTPs. Please try again in ${spokenMinutes(seconds)}.`,
  too_many_at_once: (seconds: number) =>
    `Too many requests at once. Please try again in ${spokenWait(seconds)}.`,
} as const

/** The refusals with HTTP status 503. All but `stopping` have the header Retry-After. */
export const overloads = {
  busy: 'The server is busy. Please try again in a moment.',
  bank_away: 'The bank did not answer. Please try again in a moment.',
  database_away: 'The service is temporarily unavailable. Please try again.',
  migrating: 'The service is being brought up to date. Please try again in a moment.',
  submit_pending: 'The order is still being submitted. Please try again in a moment.',
  /** Only the health checks send the refusals `stopping` and `database_silent`. */
  stopping: 'The server is stopping.',
  database_silent: 'The database does not answer.',
} as const

/** The refusals with HTTP status 400 that name a field. */
export const fieldErrors = {
  field_missing: (field: string) => `The field '${field}' is missing.`,
  field_invalid: (field: string) => `The field '${field}' is not valid.`,
} as const

/** The refusals with HTTP status 4xx that name no field, and `fault` with 500. */
export const callErrors = {
  body_not_json: 'The body is not a JSON object.',
  call_invalid: 'The call is not valid.',
  not_found: 'Not found.',
  method_not_allowed: 'Method not allowed.',
  request_timeout: 'The call took too long to arrive.',
  body_too_large: 'The body is too large.',
  address_too_long: 'The address is too long.',
  media_type_unsupported: 'The body must be application/json.',
  expectation_failed: 'The header Expect asks for what is not offered.',
  headers_too_large: 'The headers are too large.',
  fault: 'Something went wrong on our side. Please try again.',
} as const

/** The message of a body that is JSON, but beyond these limits. Its code is call_invalid. */
export function bodyBeyondLimits(levels: number, keys: number): string {
  return `The body has more than ${levels} levels or ${keys} keys.`
}

export type CountedRefusalCode = keyof typeof countedRefusals
export type RefusalCode = keyof typeof refusals | CountedRefusalCode
export type DenialCode = keyof typeof denials
export type ThrottleCode = keyof typeof throttles
export type OverloadCode = keyof typeof overloads
export type FieldErrorCode = keyof typeof fieldErrors
export type CallErrorCode = keyof typeof callErrors

export const unverifiedCodes = [...namesOf(failuresWithoutVerdict), ...Object.values(verdicts)] as const
export type UnverifiedCode = (typeof unverifiedCodes)[number]

/** The closed list of every `code` that an answer can contain. */
export const responseCodes = [
  ...namesOf(refusals),
  ...namesOf(countedRefusals),
  ...unverifiedCodes,
  ...namesOf(denials),
  ...namesOf(throttles),
  ...namesOf(overloads),
  ...namesOf(fieldErrors),
  ...namesOf(callErrors),
] as const
export type ResponseCode = (typeof responseCodes)[number]

export const verifiedText = 'Identity verified'

export function verdictCode(source: AuthoritySource, errorCode: string): UnverifiedCode {
  return authorityError(source, errorCode).code
}

export function situationOf(code: (typeof verdicts)[AuthoritySituation]): AuthoritySituation {
  return namesOf(verdicts).find(situation => verdicts[situation] === code) ?? 'unknownCode'
}

export function verdictText(source: AuthoritySource, errorCode: string): string {
  return `${authorityError(source, errorCode).text} (${errorCode})`
}

export function isCodeWithoutVerdict(code: string | null): code is keyof typeof failuresWithoutVerdict {
  return code !== null && Object.hasOwn(failuresWithoutVerdict, code)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function spokenWait(seconds: number): string {
  return seconds < 60 ? counted(seconds, 'second') : spokenMinutes(seconds)
}

function spokenMinutes(seconds: number): string {
  return counted(Math.ceil(seconds / 60), 'minute')
}

function namesOf<T extends object>(table: T): (keyof T)[] {
  // Object.keys returns exactly the keys of the table's type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(table) as (keyof T)[]
}
