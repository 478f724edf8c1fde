/** A number of the server's rules that a bank may change. The name of a time or a memory size ends with its unit. */
export type PolicyNumber = {
  default: number
  /** The lowest and the highest value that a bank may set. Values are whole numbers. */
  least: number
  most: number
  about: string
  source: string
}

const logIn = 'decisions.md section 3, Log-in'
const cipher = 'decisions.md section 3, Password cipher'
const otp = 'decisions.md section 3, OTP'
const token = 'decisions.md section 3, Token'
const reference = 'decisions.md section 3, Reference check'
const submit = 'decisions.md section 3, Submit'
const audit = 'decisions.md section 3, Audit'
const swept = 'decision record 0044'
const outage = 'decision record 0050'
const strangers = 'decisions.md section 3, Strangers'
const wire = 'decisions.md section 2'
const retention = 'decision record 0012'
const knownDevices = 'decision record 0039'
const passkeys = 'decision record 0043'
const notices = 'decision record 0066'
const secondFactor = 'decision record 0119'
const unreadFingers = 'decision record 0123'
const operators = 'decision record 0124'

/**
 * The numbers of the server's rules that a bank may change in its POLICY_FILE. Numbers that are also compiled into the
 * portal are in product/contract/src/limits.ts. Numbers that a protocol fixes are next to the code of the protocol.
 */
export const policyNumbers = {
  phoneVerifiedMinutes: number(10, [1, 60], 'a user check lets a phone log in for so long', logIn),
  failuresBeforeWait: number(5, [1, 20], 'wrong passwords in a row before a phone waits', logIn),
  firstWaitSeconds: number(
    30,
    [1, 3_600],
    'the first wait of a phone; each further one is twice as long',
    logIn,
  ),
  longestWaitSeconds: number(900, [1, 86_400], 'the longest wait of a phone', logIn),
  failuresBeforeLock: number(
    0,
    [0, 100],
    'wrong passwords in a row that lock the password until a new one is set; 0 locks never',
    secondFactor,
  ),
  lockKeptDays: number(
    30,
    [7, 3_650],
    'a lock of a password that nobody ends is forgotten after so long',
    secondFactor,
  ),
  secondFactorGraceDays: number(
    0,
    [0, 90],
    'days of a password alone under SECOND_FACTOR=required, until a log-in has a second factor',
    secondFactor,
  ),
  secondFactorEachLogIn: number(
    0,
    [0, 1],
    '0: a second factor once an India day in a browser; 1: at each log-in',
    secondFactor,
  ),
  addressWindowMinutes: number(
    10,
    [1, 60],
    'failures and checked phones of an address count for so long',
    logIn,
  ),
  failuresPerAddress: number(300, [1, 1_000_000], 'wrong passwords of an address in its window', logIn),
  phonesPerAddress: number(
    300,
    [1, 1_000_000],
    'different phones that an address checks in its window',
    logIn,
  ),
  addressTrustDays: number(
    30,
    [1, 365],
    'an address of a log-in keeps an allowance of its own for the phone',
    logIn,
  ),

  publicCallsPerPhone: number(
    2,
    [1, 1_000_000],
    'calls without a session in work at once for a phone, or of a known device, a server',
    strangers,
  ),
  publicCallsPerAddress: number(
    16,
    [1, 1_000_000],
    'calls without a session in work at once of an address, a server',
    strangers,
  ),
  widerNetworkFold: number(
    5,
    [1, 1_000_000],
    'the IPv4 /24 or IPv6 /48 around an address may do so many times what the address may',
    strangers,
  ),

  cipherMidnightMinutes: number(
    15,
    [0, 120],
    "around India's midnight a cipher's date may be the day across it",
    cipher,
  ),
  argon2MemoryKib: number(7_168, [7_168, 1_048_576], 'memory of one password hash', cipher),
  argon2Passes: number(5, [5, 50], 'passes of one password hash', cipher),
  argon2Lanes: number(1, [1, 16], 'lanes of one password hash', cipher),

  formerPasswordHashesTaken: number(
    1,
    [0, 1],
    '1 takes password hashes of versions before record 71; 0 demands an OTP of their agents',
    'decision record 0071',
  ),

  otpLifeMinutes: number(5, [1, 30], 'a one-time password is valid for so long; its SMS says so', otp),
  otpTries: number(5, [1, 10], 'tries of a one-time password', otp),
  otpLiveCodesPerPhone: number(3, [1, 10], 'one-time passwords of a phone that are valid at once', otp),
  otpSendsPerHour: number(5, [1, 1_000], 'one-time passwords of one requester to a phone', otp),
  otpSendsPerDay: number(10, [1, 1_000], 'one-time passwords of one requester to a phone', otp),
  otpSendsFromEverywherePerHour: number(
    10,
    [1, 1_000],
    'one-time passwords of all unknown requesters to a phone',
    otp,
  ),
  otpSendsFromEverywherePerDay: number(
    20,
    [1, 1_000],
    'one-time passwords of all unknown requesters to a phone',
    otp,
  ),
  otpSendsToNewAgentPerHour: number(
    1,
    [1, 1_000],
    'beyond the day: one-time passwords to an agent without a password',
    knownDevices,
  ),
  otpPhonesPerAddressPerHour: number(
    20,
    [1, 1_000_000],
    'phones that an address has one-time passwords sent to',
    otp,
  ),
  wrongOtpsPerHour: number(30, [1, 1_000_000], 'wrong one-time passwords of an address, or device', otp),
  otpsOfBankPerMinute: number(
    100,
    [0, 1_000_000],
    'one-time passwords of the whole bank to unknown requesters, a minute',
    strangers,
  ),
  otpsOfBankPerDay: number(
    3_000,
    [0, 100_000_000],
    'one-time passwords of the whole bank to unknown requesters, an India day',
    strangers,
  ),
  wrongOtpsOfBankPerMinute: number(
    60,
    [0, 1_000_000],
    'wrong guesses of unknown requesters at live one-time passwords of the whole bank, a minute',
    strangers,
  ),
  wrongOtpsOfBankPerDay: number(
    1_000,
    [0, 100_000_000],
    'wrong guesses of unknown requesters at live one-time passwords of the whole bank, an India day',
    strangers,
  ),
  deviceTrustDays: number(
    180,
    [1, 400],
    'a device of a log-in keeps an allowance of its own for the phone',
    knownDevices,
  ),
  phonesPerDevice: number(
    20,
    [1, 50],
    'phones by which a browser is a known device; the oldest is forgotten',
    knownDevices,
  ),

  sessionsPerAgent: number(5, [1, 100], 'sessions of an agent; one more ends the oldest', token),

  proofSkewSeconds: number(
    60,
    [10, 600],
    "the time of a DPoP proof may differ from the server's by so much",
    'decision record 0042',
  ),

  passkeysPerAgent: number(5, [1, 20], 'passkeys of an agent; one more removes the oldest', passkeys),
  passkeyChallengeMinutes: number(
    5,
    [1, 15],
    'a passkey must sign within so long; the browser is told so',
    passkeys,
  ),
  passkeyChallengesPerRequester: number(
    20,
    [1, 1_000],
    'challenges for passkeys of a phone that one device or address may have at once; one more ends the oldest',
    passkeys,
  ),

  newDeviceSms: number(
    1,
    [0, 1],
    '1: an SMS tells the agent of a log-in from a browser that the phone has not logged in from',
    notices,
  ),
  noticeSmsHours: number(
    24,
    [1, 168],
    'an SMS about a new passkey, a new password or a new device, or to a holder, is tried for so long',
    notices,
  ),
  otpResetsWithPasskey: number(
    0,
    [0, 1],
    '1: an OTP alone resets the password of an agent who has a passkey, too',
    notices,
  ),

  orderLifeHours: number(24, [1, 168], 'an order that is not submitted expires after so long', reference),
  failuresPerReference: number(
    5,
    [1, 100],
    'fingers that did not match, a reference and India day; five times as many refusals of any kind',
    reference,
  ),
  unknownReferencesPerHour: number(
    30,
    [1, 1_000_000],
    'references that the bank does not know, an agent',
    reference,
  ),
  referenceChecksPerHour: number(120, [1, 1_000_000], 'reference checks of an agent', 'decision record 0026'),
  supportCasesPerHour: number(20, [1, 1_000], 'scanner problems that an agent sends', 'decision record 0094'),

  exceptionsPerHour: number(
    30,
    [1, 1_000],
    'customers without a readable finger whom an agent records',
    unreadFingers,
  ),
  exceptionDueHours: number(
    72,
    [1, 720],
    'a person of the bank looks at such a customer within so long',
    unreadFingers,
  ),
  exceptionNeedsDays: number(
    30,
    [1, 366],
    "a disability's needs, unless the decision comes first",
    unreadFingers,
  ),
  exceptionKeptDays: number(730, [30, 3_650], 'what was decided about such a customer', unreadFingers),

  dormantAfterMonths: number(
    3,
    [0, 120],
    'an agent without an order for so long needs a new KYC of the bank; 0 never',
    operators,
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

  captureSkewMinutes: number(2, [0, 10], "a capture's or consent's time may be off by so much", submit),
  formerConsentHours: number(
    24,
    [1, 720],
    'a consent text that the bank has replaced is still accepted for so long',
    'decision record 0073',
  ),
  usedCaptureDays: number(2, [2, 3_650], 'the hash of a submitted capture is kept for so long', retention),

  auditOnlineYears: number(2, [2, 50], 'audit rows of an authentication stay at hand', audit),
  auditArchivedYears: number(
    5,
    [5, 50],
    'audit rows of an authentication stay in the archive after that',
    audit,
  ),
  auditOtherYears: number(1, [1, 50], 'all other audit rows, and orders that were never submitted', audit),
  addressMarkKeptHours: number(
    1,
    [1, 168],
    'failures, checked phones and wrong one-time passwords of an address are kept for so long',
    swept,
  ),
  loginFailuresKeptHours: number(
    24,
    [24, 720],
    'failures in a row of a phone are forgotten so long after the last one',
    swept,
  ),
  expiredOtpKeptHours: number(
    1,
    [1, 24],
    'an expired one-time password is kept for so long, to be told from a wrong one',
    swept,
  ),
  otpSendKeptHours: number(
    24,
    [24, 168],
    'a sent one-time password is kept for so long, to be counted against the limits of a day',
    swept,
  ),
  quotaKeptHours: number(
    2,
    [1, 168],
    'the count of an agent or network is kept for so long; no limit looks back further than an hour',
    swept,
  ),
  outageFailures: number(
    3,
    [2, 1_000],
    'failed exchanges with a service, of two agents or more, before agents are told',
    outage,
  ),
  outageShownMinutes: number(
    5,
    [1, 60],
    'agents are told of an outage for so long after its last failed exchange',
    outage,
  ),
  slowAuthoritySeconds: number(
    10,
    [1, 120],
    'an exchange with the authority that takes longer counts as failed',
    outage,
  ),
  slowBankSeconds: number(3, [1, 30], 'an exchange with the bank that takes longer counts as failed', outage),
  serviceMinuteKeptHours: number(
    24,
    [1, 168],
    'the count of exchanges of a minute is kept for so long; no outage is told to be older',
    outage,
  ),
  resultKeptDays: number(
    30,
    [1, 366],
    'a result waits for the bank for so long, or as long as the authority allows if that is less',
    retention,
  ),
  withdrawalsADay: number(
    20,
    [0, 1_000],
    'consents that one person withdraws in 24 hours without a second person',
    retention,
  ),
  deliveredMessageDays: number(30, [1, 3_650], 'the envelope of a delivered message', retention),
  deadMessageDays: number(90, [1, 3_650], 'the envelope of a message that could not be delivered', retention),

  bodyMaxKib: number(64, [16, 1_024], 'the body of a call', wire),
  submitBodyMaxKib: number(256, [64, 1_024], 'the body of a submit', wire),
  bodyMaxLevels: number(32, [8, 64], 'objects in objects of a body', wire),
  bodyMaxKeys: number(1_000, [100, 100_000], 'keys of a body', wire),
} satisfies Record<string, PolicyNumber>

export type Policy = Record<keyof typeof policyNumbers, number>

export const defaultPolicy = Object.fromEntries(
  Object.entries(policyNumbers).map(([name, one]) => [name, one.default]),
) as Policy

function number(
  standard: number,
  [least, most]: [least: number, most: number],
  about: string,
  source: string,
): PolicyNumber {
  return { default: standard, least, most, about, source }
}

function limit(about: string): PolicyNumber {
  return number(0, [0, 1_000_000], `${about}; 0 sets no limit`, operators)
}

function fraud(standard: number, about: string): PolicyNumber {
  return number(standard, [0, 1_000_000], `${about} raise an alert from so many on; 0 never`, operators)
}

function stop(rule: string): PolicyNumber {
  return number(
    0,
    [0, 1],
    `1: an alert of the rule ${rule} stops the agent until the bank closes it`,
    operators,
  )
}
