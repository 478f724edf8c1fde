/**
 * The source of an error code of the identity authority: Authentication 2.5 or e-KYC 2.5 (rd-service.md 2.6). Some
 * device codes use the same numbers with other meanings, so every look-up needs a source. The package rd-client
 * contains the device's own codes.
 */
export type AuthoritySource = 'authentication' | 'kyc'

export type AuthoritySituation = keyof typeof authoritySituations

export type AuthorityError = ReturnType<typeof authorityError>

/** The agent's next step: the same customer soon again, the next customer, or first a check of the scanner. */
type NextStep = 'retry' | 'next-customer' | 'check-scanner'

export function authorityError(source: AuthoritySource, code: string) {
  const list = authorityErrors[source]
  const situation = (Object.hasOwn(list, code) ? list[code] : undefined) ?? 'unknownCode'
  return { situation, ...authoritySituations[situation] }
}

const notAccepted = 'The identity authority did not accept the request.'
const deviceNotAccepted = 'The fingerprint device is not accepted by the authority.'
const keyExpired = "The fingerprint device's key has expired."
const numberNotValid = "The customer's identity number is not valid."

/**
 * The situations that the authority's codes report: the `response.code` of each, its text and the agent's next step. An
 * order stores its situation's text, so a new text applies to new orders only.
 */
export const authoritySituations = {
  noMatch: one('fingerprint_not_matched', 'The fingerprint did not match.', 'retry'),
  biometricsLocked: one('biometrics_locked', "The customer's biometrics are locked.", 'next-customer'),
  numberLocked: one('id_number_locked', "The customer's identity number is locked.", 'next-customer'),
  noFingerprints: one(
    'no_fingerprints_enrolled',
    'The authority has no fingerprints of this customer.',
    'next-customer',
  ),
  bestFingerNeeded: one(
    'best_finger_needed',
    "The customer's best finger must be registered first.",
    'next-customer',
  ),
  numberNotActive: one(
    'id_number_not_active',
    "The customer's identity number is not active.",
    'next-customer',
  ),
  numberNotValid: one('id_number_not_valid', numberNotValid, 'next-customer'),
  virtualIdEnded: one('virtual_id_ended', numberNotValid, 'next-customer'),
  captureNotAccepted: one('capture_not_accepted', 'The fingerprint data was not accepted.', 'retry'),
  deviceNotAccepted: one('device_not_accepted', deviceNotAccepted, 'check-scanner'),
  serviceNotRegistered: one('device_service_not_registered', deviceNotAccepted, 'check-scanner'),
  deviceBlocked: one('device_blocked', deviceNotAccepted, 'check-scanner'),
  deviceKeyExpired: one('device_key_expired', keyExpired, 'check-scanner'),
  providerKeyExpired: one('device_provider_key_expired', keyExpired, 'check-scanner'),
  captureNotOpened: one(
    'capture_not_opened',
    'The fingerprint data could not be opened by the authority.',
    'retry',
  ),
  timeNotAccepted: one('capture_time_not_accepted', "The fingerprint's time was not accepted.", 'retry'),
  sentBefore: one('capture_sent_before', 'This fingerprint was sent before.', 'retry'),
  requestNotAccepted: one('authority_request_not_accepted', notAccepted, 'next-customer'),
  outOfOrder: one('authority_out_of_order', 'The identity authority is temporarily out of service.', 'retry'),
  notConfirmed: one('authority_not_confirmed', notAccepted, 'retry'),
  noData: one('customer_data_not_available', "The customer's data is not available.", 'next-customer'),
  optedOut: one('customer_opted_out', 'The customer has opted out of e-KYC.', 'next-customer'),
  otherPurpose: one(
    'capture_for_other_purpose',
    'The fingerprint was captured for another purpose.',
    'retry',
  ),
  unknownCode: one('authority_unknown_code', notAccepted, 'retry'),
}

function one<const Code extends string>(code: Code, text: string, nextStep: NextStep) {
  return { code, text, nextStep }
}

type Codes = Readonly<Record<string, AuthoritySituation>>

const authentication: Codes = {
  ...each('noMatch', '300'),
  ...each('biometricsLocked', '330'),
  ...each('numberLocked', '331 332'),
  ...each('noFingerprints', '811'),
  ...each('bestFingerNeeded', '812'),
  ...each('numberNotActive', '995 996 997'),
  ...each('numberNotValid', '514 998'),
  ...each('virtualIdEnded', '515 517'),
  ...each('captureNotAccepted', '310 312 313 314 315 316 317 318 572 800 810 820 821 822'),
  ...each('deviceNotAccepted', '521 524 527 554 558 588'),
  ...each('serviceNotRegistered', '555 556 557'),
  ...each('deviceBlocked', '592 593'),
  ...each('deviceKeyExpired', '528 559'),
  ...each('providerKeyExpired', '560'),
  ...each('captureNotOpened', '500 501 502 503 504 505 511 541 564'),
  ...each('timeNotAccepted', '561 562'),
  ...each('sentBefore', '563'),
  ...each('requestNotAccepted', '510 512 520 530 540 542 543 550 552 565 566 569 570 940 941'),
  // The authority sends these codes for a request that exceeds the agency's licence.
  ...each('requestNotAccepted', '573 574 575 576 577 578 579 580 581 582 583 584 585 586 587 589 590 591'),
  ...each('outOfOrder', '930 931 932 933 934 935 936 937 938 939 950 951 980 999'),
}

const kyc: Codes = {
  // The code of the inner authentication answer tells the cause. This entry applies only if that code is unreadable.
  ...each('notConfirmed', 'K-100'),
  ...each('noData', 'K-200'),
  ...each('optedOut', 'K-545'),
  ...each('otherPurpose', 'K-547'),
  ...each('requestNotAccepted', 'K-540 K-541 K-542 K-544 K-546 K-550 K-551 K-552 K-569 K-570'),
  ...each('requestNotAccepted', 'K-600 K-601 K-602 K-603 K-604 K-605'),
  ...each('outOfOrder', 'K-955 K-999'),
}

export const authorityErrors: Readonly<Record<AuthoritySource, Codes>> = { authentication, kyc }

function each(situation: AuthoritySituation, codes: string): Codes {
  return Object.fromEntries(codes.split(' ').map(code => [code, situation]))
}
