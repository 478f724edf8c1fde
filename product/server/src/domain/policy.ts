import { usualNumbers } from '@ekyc/contract/limits'

/** A number of the server's rules that a bank may change. The name of a time or a memory size ends with its unit. */
type PolicyNumber = {
  default: number
  /** The lowest and the highest value that a bank may set. Values are whole numbers. */
  least: number
  most: number
  about: string
}

/**
 * The numbers that a bank may change in its POLICY_FILE. Numbers that are also compiled into the portal are in
 * product/contract/src/limits.ts. Numbers that a protocol fixes are next to the code of the protocol.
 */
export const policyNumbers = {
  failuresBeforeLock: number(
    0,
    [0, 100],
    'wrong passwords in a row that lock the password until a new one is set; 0 locks never',
  ),
  secondFactorGraceDays: number(
    0,
    [0, 90],
    'days of a password alone under SECOND_FACTOR=required, until a log-in has a second factor',
  ),
  secondFactorEachLogIn: number(
    0,
    [0, 1],
    '0: a second factor once an India day in a browser; 1: at each log-in',
  ),
  failuresPerAddress: number(300, [1, 1_000_000], 'wrong passwords of an address in its window'),
  phonesPerAddress: number(300, [1, 1_000_000], 'different phones that an address checks in its window'),
  otpLifeMinutes: number(5, [1, 30], 'a one-time password is valid for so long; its SMS says so'),
  otpTries: number(5, [1, 10], 'tries of a one-time password'),
  otpSendsPerHour: number(5, [1, 1_000], 'one-time passwords of one requester to a phone'),
  otpSendsPerDay: number(10, [1, 1_000], 'one-time passwords of one requester to a phone'),
  otpsOfBankPerMinute: number(
    100,
    [0, 1_000_000],
    'one-time passwords of the whole bank to unknown requesters, a minute',
  ),
  otpsOfBankPerDay: number(
    3_000,
    [0, 100_000_000],
    'one-time passwords of the whole bank to unknown requesters, an India day',
  ),
  wrongOtpsOfBankPerMinute: number(
    60,
    [0, 1_000_000],
    'wrong guesses of unknown requesters at live one-time passwords of the whole bank, a minute',
  ),
  wrongOtpsOfBankPerDay: number(
    1_000,
    [0, 100_000_000],
    'wrong guesses of unknown requesters at live one-time passwords of the whole bank, an India day',
  ),
  newDeviceSms: number(
    1,
    [0, 1],
    '1: an SMS tells the agent of a log-in from a browser that the phone has not logged in from',
  ),
  otpResetsWithPasskey: number(
    0,
    [0, 1],
    '1: an OTP alone resets the password of an agent who has a passkey, too',
  ),
  orderLifeHours: number(
    usualNumbers.orderLifeHours,
    [1, 168],
    'an order that is not submitted expires after so long',
  ),
  failuresPerReference: number(
    usualNumbers.failuresPerReference,
    [1, 100],
    'fingers that did not match, a reference and India day; five times as many refusals of any kind',
  ),
  unknownReferencesPerHour: number(30, [1, 1_000_000], 'references that the bank does not know, an agent'),
  referenceChecksPerHour: number(120, [1, 1_000_000], 'reference checks of an agent'),
  exceptionDueHours: number(72, [1, 720], 'a person of the bank looks at such a customer within so long'),
  exceptionKeptDays: number(730, [30, 3_650], 'what was decided about such a customer'),
  dormantAfterMonths: number(
    3,
    [0, 120],
    'an agent without an order for so long needs a new KYC of the bank; 0 never',
  ),
  kycPerHourLowRisk: limit('KYC of an agent of low risk, an hour'),
  kycPerHourMediumRisk: limit('KYC of an agent of medium risk, or of none, an hour'),
  kycPerHourHighRisk: limit('KYC of an agent of high risk, an hour'),
  kycPerDayLowRisk: limit('KYC of an agent of low risk, an India day'),
  kycPerDayMediumRisk: limit('KYC of an agent of medium risk, or of none, an India day'),
  kycPerDayHighRisk: limit('KYC of an agent of high risk, an India day'),
  kycPerPlaceLowRisk: limit('KYC of an outlet, after which its agents of low risk wait, an India day'),
  kycPerPlaceMediumRisk: limit('KYC of an outlet, after which its agents of medium risk, or of none, wait'),
  kycPerPlaceHighRisk: limit('KYC of an outlet, after which its agents of high risk wait, an India day'),
  fraudBurstCustomers: fraud(36, 'customers of an agent in an hour'),
  fraudBurstStops: stop('burst'),
  fraudNightCustomers: fraud(6, 'customers of an agent in a night'),
  fraudNightStops: stop('night'),
  fraudAgentsOfScanner: fraud(5, 'agents of one scanner in 7 days'),
  fraudSharedScannerStops: stop('shared-scanner'),
  fraudScannersOfAgent: fraud(4, 'scanners of an agent in 24 hours'),
  fraudManyScannersStops: stop('many-scanners'),
  fraudQuickCustomers: fraud(8, 'customers within 55 seconds of the one before, an agent in 24 hours'),
  fraudTooFastStops: stop('too-fast'),
  fraudAgentsOfCustomer: fraud(4, 'agents of one customer in 24 hours'),
  fraudRoamingCustomerStops: stop('roaming-customer'),
  fraudLateSuccesses: fraud(6, 'customers read at the third try or later, a quarter of all, in 24 hours'),
  fraudLateSuccessStops: stop('failures-then-success'),
  fraudUnreadCustomers: fraud(7, 'customers whose finger did not match, half of all, an agent in 24 hours'),
  fraudUnreadFingersStops: stop('unread-fingers'),
  auditOnlineYears: number(2, [2, 50], 'audit rows of an authentication stay at hand'),
  auditArchivedYears: number(5, [5, 50], 'audit rows of an authentication stay in the archive after that'),
  auditOtherYears: number(1, [1, 50], 'all other audit rows, and orders that were never submitted'),
  resultKeptDays: number(
    30,
    [1, 366],
    'a result waits for the bank for so long, or as long as the authority allows if that is less',
  ),
  withdrawalsADay: number(
    20,
    [0, 1_000],
    'consents that one person withdraws in 24 hours without a second person',
  ),
} satisfies Record<string, PolicyNumber>

/** The numbers of rules that no bank sets. A test may hand a rule other numbers. */
const fixedNumbers = {
  phoneVerifiedMinutes: usualNumbers.phoneVerifiedMinutes,
  failuresBeforeWait: 5,
  /** The first wait of a phone; each further one is twice as long. */
  firstWaitSeconds: 30,
  longestWaitSeconds: 900,
  /** A lock of a password that nobody ends is forgotten after so long. */
  lockKeptDays: 30,
  /** Failures and checked phones of an address count for so long. */
  addressWindowMinutes: 10,
  /** An address of a log-in keeps an allowance of its own for the phone. */
  addressTrustDays: 30,
  /** Calls without a session in work at once for a phone, or of a known device, a server. */
  publicCallsPerPhone: 2,
  /** Calls without a session in work at once of an address, a server. */
  publicCallsPerAddress: 16,
  /** The IPv4 /24 or IPv6 /48 around an address may do so many times what the address may. */
  widerNetworkFold: 5,
  /** Around India's midnight a cipher's date may be the day across it. */
  cipherMidnightMinutes: usualNumbers.cipherMidnightMinutes,
  argon2MemoryKib: 7_168,
  argon2Passes: 5,
  argon2Lanes: 1,
  otpLiveCodesPerPhone: 3,
  /** One-time passwords of all unknown requesters to a phone. */
  otpSendsFromEverywherePerHour: 10,
  otpSendsFromEverywherePerDay: 20,
  /** Beyond the day: one-time passwords to an agent without a password. */
  otpSendsToNewAgentPerHour: 1,
  otpPhonesPerAddressPerHour: 20,
  /** Wrong one-time passwords of an address, or device. */
  wrongOtpsPerHour: 30,
  /** A device of a log-in keeps an allowance of its own for the phone. */
  deviceTrustDays: 180,
  /** Phones by which a browser is a known device; the oldest is forgotten. */
  phonesPerDevice: 20,
  /** Sessions of an agent; one more ends the oldest. */
  sessionsPerAgent: 5,
  /** The time of a DPoP proof may differ from the server's by so much. */
  proofSkewSeconds: 60,
  /** Passkeys of an agent; one more removes the oldest. */
  passkeysPerAgent: usualNumbers.passkeysPerAgent,
  passkeyChallengeMinutes: 5,
  /** Challenges for passkeys of a phone that one device or address may have at once; one more ends the oldest. */
  passkeyChallengesPerRequester: 20,
  /** An SMS about a new passkey, a new password or a new device, or to a holder, is tried for so long. */
  noticeSmsHours: 24,
  /** Customers without a readable finger whom an agent records. */
  exceptionsPerHour: 30,
  /** A disability's needs, unless the decision comes first. */
  exceptionNeedsDays: 30,
  /** A capture's or consent's time may be off by so much. */
  captureSkewMinutes: 2,
  /** A consent text that the bank has replaced is still accepted for so long. */
  formerConsentHours: 24,
  usedCaptureDays: 2,
  addressMarkKeptHours: 1,
  /** Failures in a row of a phone are forgotten so long after the last one. */
  loginFailuresKeptHours: 24,
  /** An expired one-time password is kept for so long, to be told from a wrong one. */
  expiredOtpKeptHours: 1,
  /** A sent one-time password is kept for so long, to be counted against the limits of a day. */
  otpSendKeptHours: 24,
  /** The count of an agent or network is kept for so long; no limit looks back further than an hour. */
  quotaKeptHours: 2,
  /** Failed exchanges with a service, of two agents or more, before agents are told. */
  outageFailures: usualNumbers.outageFailures,
  outageShownMinutes: usualNumbers.outageShownMinutes,
  slowAuthoritySeconds: 10,
  slowBankSeconds: 3,
  /** The count of exchanges of a minute is kept for so long; no outage is told to be older. */
  serviceMinuteKeptHours: 24,
  deliveredMessageDays: 30,
  deadMessageDays: 90,
  bodyMaxKib: 64,
  submitBodyMaxKib: 256,
  bodyMaxLevels: 32,
  bodyMaxKeys: 1_000,
}

export type Policy = Record<keyof typeof policyNumbers | keyof typeof fixedNumbers, number>

export const defaultPolicy: Policy = {
  ...fixedNumbers,
  ...(Object.fromEntries(Object.entries(policyNumbers).map(([name, one]) => [name, one.default])) as Record<
    keyof typeof policyNumbers,
    number
  >),
}

function number(standard: number, [least, most]: [least: number, most: number], about: string): PolicyNumber {
  return { default: standard, least, most, about }
}

function limit(about: string): PolicyNumber {
  return number(0, [0, 1_000_000], `${about}; 0 sets no limit`)
}

function fraud(standard: number, about: string): PolicyNumber {
  return number(standard, [0, 1_000_000], `${about} raise an alert from so many on; 0 never`)
}

function stop(rule: string): PolicyNumber {
  return number(0, [0, 1], `1: an alert of the rule ${rule} stops the agent until the bank closes it`)
}
