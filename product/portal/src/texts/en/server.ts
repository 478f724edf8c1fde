import {
  callErrors,
  denials,
  failuresWithoutVerdict,
  overloads,
  refusals,
  type countedRefusals,
  type throttles,
} from '@ekyc/contract/refusals'

/**
 * The texts of the server's refusals by their codes. Languages other than English show these texts. English shows the
 * server's own sentence, which contains the numbers of the server's policy.
 */
export const server = {
  'server.user_not_verified': refusals.user_not_verified,
  'server.password_unreadable': refusals.password_unreadable,
  'server.wrong_password': refusals.wrong_password,
  'server.account_needs_otp': refusals.account_needs_otp,
  'server.token_not_fetched': refusals.token_not_fetched,
  'server.system_not_supported': refusals.system_not_supported,
  'server.second_factor_needed': refusals.second_factor_needed,
  'server.second_factor_offered': refusals.second_factor_offered,
  'server.account_locked': refusals.account_locked,
  'server.wrong_otp': refusals.wrong_otp,
  'server.otp_spent': refusals.otp_spent,
  'server.otp_expired': refusals.otp_expired,
  'server.passkey_not_accepted': refusals.passkey_not_accepted,
  'server.passkey_not_added': refusals.passkey_not_added,
  'server.passkeys_not_offered': refusals.passkeys_not_offered,
  'server.operator_dormant': refusals.operator_dormant,
  'server.operator_stopped': refusals.operator_stopped,
  'server.reference_unknown': refusals.reference_unknown,
  'server.reference_not_allowed': refusals.reference_not_allowed,
  'server.reference_done': refusals.reference_done,
  'server.reference_in_work': refusals.reference_in_work,
  'server.exception_decided': refusals.exception_decided,
  'server.too_many_unknown_references': refusals.too_many_unknown_references,
  'server.reference_failed_often':
    'The fingerprint failed too often today for this reference number. Please try again tomorrow.',
  'server.order_expired': 'This order is too old. Please check the reference again.',
  'server.consent_missing': refusals.consent_missing,
  'server.consent_not_published': refusals.consent_not_published,
  'server.capture_malformed': refusals.capture_malformed,
  'server.capture_key_unknown': refusals.capture_key_unknown,
  'server.device_certificate_expired': refusals.device_certificate_expired,
  'server.device_not_allowed': refusals.device_not_allowed,
  'server.capture_stale': 'The fingerprint is too old. Please capture again.',
  'server.capture_from_future': refusals.capture_from_future,
  'server.capture_clock_slow': refusals.capture_clock_slow,
  'server.capture_before_order': refusals.capture_before_order,
  'server.capture_used': refusals.capture_used,
  'server.authority_timeout': failuresWithoutVerdict.authority_timeout,
  'server.authority_unusable': failuresWithoutVerdict.authority_unusable,
  'server.customer_not_fetched': failuresWithoutVerdict.customer_not_fetched,
  'server.bank_unusable': failuresWithoutVerdict.bank_unusable,
  'server.result_not_taken': failuresWithoutVerdict.result_not_taken,
  'server.submission_interrupted': failuresWithoutVerdict.submission_interrupted,
  'server.not_yours': denials.not_yours,
  'server.privilege_missing': denials.privilege_missing,
  'server.too_many_wrong_passwords': 'Too many wrong passwords. Please try again later.',
  'server.too_many_attempts': 'Too many attempts from this address. Please try again later.',
  'server.too_many_reference_checks': 'Too many reference checks in the last hour. Please try again later.',
  'server.too_many_exceptions':
    'Too many customers without a readable finger in the last hour. Please try again later.',
  'server.operator_limit': "The bank's limit of KYC is reached. Please try again later.",
  'server.too_many_otps': 'Too many OTPs were sent. Please try again later.',
  'server.too_many_wrong_otps': 'Too many wrong OTPs. Please try again later.',
  'server.too_many_at_once': 'Too many requests at once. Please try again in a moment.',
  'server.busy': overloads.busy,
  'server.bank_away': overloads.bank_away,
  'server.database_away': overloads.database_away,
  'server.migrating': overloads.migrating,
  'server.submit_pending': overloads.submit_pending,
  'server.call_invalid':
    'The portal sent something that the server did not understand. Please reload the page.',
  'server.fault': callErrors.fault,
  'server.verified': 'Identity verified',
} satisfies Texts

/** The compiler demands a text for each refusal that an agent can meet. */
type Texts = Record<
  `server.${keyof typeof refusals | keyof typeof countedRefusals | keyof typeof failuresWithoutVerdict | keyof typeof throttles}`,
  string
> &
  Record<`server.${string}`, string>
