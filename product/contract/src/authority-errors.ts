/**
 * The source of an error code of the identity authority: Authentication 2.5 or e-KYC 2.5 (rd-service.md 2.6). Some
 * device codes use the same numbers with other meanings, so every look-up needs a source. The package rd-client
 * contains the device's own codes.
 */
export type AuthoritySource = 'authentication' | 'kyc'

export type AuthoritySituation = keyof typeof situations

/** The meaning of one code for an agent at the counter. */
export type AuthorityError = {
  situation: AuthoritySituation
  /** One short sentence that tells the agent what happened. */
  text: string
  /** True if it makes sense to try the same customer again soon. */
  tryAgain: boolean
}

/** Returns the meaning of a code of the e-KYC answer ('kyc') or of the authentication answer inside it. */
export function authorityError(source: AuthoritySource, code: string): AuthorityError {
  const list = authorityErrors[source]
  const situation = (Object.hasOwn(list, code) ? list[code] : undefined) ?? 'unknownCode'
  return { situation, ...situations[situation] }
}

export function authorityErrorText(source: AuthoritySource, code: string): string {
  return authorityError(source, code).text
}

const notAccepted = 'The identity authority did not accept the request.'
const deviceNotAccepted = 'The fingerprint device is not accepted by the authority.'
const keyExpired = "The fingerprint device's key has expired."
const numberNotValid = "The customer's identity number is not valid."

/** The situations that codes report. An order stores its situation's text, so a new text applies to new orders only. */
const situations = {
  noMatch: { text: 'The fingerprint did not match.', tryAgain: true },
  biometricsLocked: { text: "The customer's biometrics are locked.", tryAgain: false },
  numberLocked: { text: "The customer's identity number is locked.", tryAgain: false },
  noFingerprints: { text: 'The authority has no fingerprints of this customer.', tryAgain: false },
  bestFingerNeeded: { text: "The customer's best finger must be registered first.", tryAgain: false },
  numberNotActive: { text: "The customer's identity number is not active.", tryAgain: false },
  numberNotValid: { text: numberNotValid, tryAgain: false },
  virtualIdEnded: { text: numberNotValid, tryAgain: false },
  captureNotAccepted: { text: 'The fingerprint data was not accepted.', tryAgain: true },
  deviceNotAccepted: { text: deviceNotAccepted, tryAgain: false },
  serviceNotRegistered: { text: deviceNotAccepted, tryAgain: false },
  deviceBlocked: { text: deviceNotAccepted, tryAgain: false },
  deviceKeyExpired: { text: keyExpired, tryAgain: true },
  providerKeyExpired: { text: keyExpired, tryAgain: false },
  captureNotOpened: { text: 'The fingerprint data could not be opened by the authority.', tryAgain: true },
  timeNotAccepted: { text: "The fingerprint's time was not accepted.", tryAgain: true },
  sentBefore: { text: 'This fingerprint was sent before.', tryAgain: true },
  requestNotAccepted: { text: notAccepted, tryAgain: false },
  outOfOrder: { text: 'The identity authority is temporarily out of service.', tryAgain: true },
  notConfirmed: { text: notAccepted, tryAgain: true },
  noData: { text: "The customer's data is not available.", tryAgain: false },
  optedOut: { text: 'The customer has opted out of e-KYC.', tryAgain: false },
  otherPurpose: { text: 'The fingerprint was captured for another purpose.', tryAgain: true },
  unknownCode: { text: notAccepted, tryAgain: true },
} as const

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
export const authoritySituations: Readonly<
  Record<AuthoritySituation, { readonly text: string; readonly tryAgain: boolean }>
> = situations

function each(situation: AuthoritySituation, codes: string): Codes {
  return Object.fromEntries(codes.split(' ').map(code => [code, situation]))
}
