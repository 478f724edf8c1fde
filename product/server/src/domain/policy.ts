import { usualNumbers } from '@ekyc/contract/limits'

/** The values are whole numbers. A bank may set one from `least` to `most`. */
type PolicyNumber = { default: number; least: number; most: number }

/**
 * The numbers that a bank may change in its POLICY_FILE. docs/settings.md says what each is. The name of a time or a
 * memory size ends with its unit. Numbers that are also compiled into the portal are in
 * product/contract/src/limits.ts. Numbers that a protocol fixes are next to the code of the protocol.
 */
export const policyNumbers = {
  failuresBeforeLock: number(0, 0, 100),
  secondFactorGraceDays: number(0, 0, 90),
  secondFactorEachLogIn: number(0, 0, 1),
  failuresPerAddress: number(300, 1, 1_000_000),
  phonesPerAddress: number(300, 1, 1_000_000),
  otpLifeMinutes: number(5, 1, 30),
  otpTries: number(5, 1, 10),
  otpSendsPerHour: number(5, 1, 1_000),
  otpSendsPerDay: number(10, 1, 1_000),
  otpsOfBankPerMinute: number(100, 0, 1_000_000),
  otpsOfBankPerDay: number(3_000, 0, 100_000_000),
  wrongOtpsOfBankPerMinute: number(60, 0, 1_000_000),
  wrongOtpsOfBankPerDay: number(1_000, 0, 100_000_000),
  newDeviceSms: number(1, 0, 1),
  otpResetsWithPasskey: number(0, 0, 1),
  orderLifeHours: number(usualNumbers.orderLifeHours, 1, 168),
  failuresPerReference: number(usualNumbers.failuresPerReference, 1, 100),
  unknownReferencesPerHour: number(30, 1, 1_000_000),
  referenceChecksPerHour: number(120, 1, 1_000_000),
  exceptionDueHours: number(72, 1, 720),
  exceptionKeptDays: number(730, 30, 3_650),
  dormantAfterMonths: number(3, 0, 120),
  // 0 sets no limit.
  kycPerHourLowRisk: number(0, 0, 1_000_000),
  kycPerHourMediumRisk: number(0, 0, 1_000_000),
  kycPerHourHighRisk: number(0, 0, 1_000_000),
  kycPerDayLowRisk: number(0, 0, 1_000_000),
  kycPerDayMediumRisk: number(0, 0, 1_000_000),
  kycPerDayHighRisk: number(0, 0, 1_000_000),
  kycPerPlaceLowRisk: number(0, 0, 1_000_000),
  kycPerPlaceMediumRisk: number(0, 0, 1_000_000),
  kycPerPlaceHighRisk: number(0, 0, 1_000_000),
  // A rule raises an alert from so many on, and 0 never. Where `…Stops` is 1, its alert stops the agent.
  fraudBurstCustomers: number(36, 0, 1_000_000),
  fraudBurstStops: number(0, 0, 1),
  fraudNightCustomers: number(6, 0, 1_000_000),
  fraudNightStops: number(0, 0, 1),
  fraudAgentsOfScanner: number(5, 0, 1_000_000),
  fraudSharedScannerStops: number(0, 0, 1),
  fraudScannersOfAgent: number(4, 0, 1_000_000),
  fraudManyScannersStops: number(0, 0, 1),
  fraudQuickCustomers: number(8, 0, 1_000_000),
  fraudTooFastStops: number(0, 0, 1),
  fraudAgentsOfCustomer: number(4, 0, 1_000_000),
  fraudRoamingCustomerStops: number(0, 0, 1),
  fraudLateSuccesses: number(6, 0, 1_000_000),
  fraudLateSuccessStops: number(0, 0, 1),
  fraudUnreadCustomers: number(7, 0, 1_000_000),
  fraudUnreadFingersStops: number(0, 0, 1),
  auditOnlineYears: number(2, 2, 50),
  auditArchivedYears: number(5, 5, 50),
  auditOtherYears: number(1, 1, 50),
  resultKeptDays: number(30, 1, 366),
  withdrawalsADay: number(20, 0, 1_000),
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

function number(usual: number, least: number, most: number): PolicyNumber {
  return { default: usual, least, most }
}
