/** This module contains the numbers that portal and server share, such as those of product.md section 9. */

export const mobileLength = 10
export const otpLength = 6
export const passwordMinLength = 8
/** The longest password that the password cipher allows (decisions.md section 3). */
export const passwordMaxLength = 64

export const sessionLifeMs = 600_000_000
export const sessionWarningMs = 5 * 60_000
export const resendWaitSeconds = 60

export const ordersPerPage = 5
export const pagerRange = 5
export const recentOrders = 3
/** The end time that the database stores for an endless log-in lock. Only a new password or the bank ends this lock. */
export const lockWithoutEnd = '9999-12-31T00:00:00.000Z'

export const ordersFoundAtOnce = 100

export const captureTimeoutMs = 20_000
/** The age in ms above which the server refuses a capture (decisions.md section 3: 10 minutes). */
export const captureMaxAgeMs = 10 * 60_000

/** The error of a computer's clock, in ms, above which device services fail (decisions.md section 4). */
export const clockToleranceMs = 5 * 60_000

/** The default quality scores (0 to 100) below which the portal advises another scan, or refuses the scan. */
export const captureQuality = { advise: 45, refuse: 25 } as const

/** The version of the device service app that the help recommends (product.md section 9). */
export const requiredServiceVersion = 'v1.2.8'

/** The length of `udc`, the portal's own code for the host, in characters. e-KYC 2.5 allows at most 20 characters. */
export const hostCodeLength = 20

export const referenceMaxLength = 64

/** The time before the end of a device's certificate at which the warnings to agent and bank begin, in days. */
export const certificateWarningDays = 7
export const certificateWarningMs = certificateWarningDays * 24 * 60 * 60_000

/** The usual numbers of the server's rules that the API's description names. */
export const usualNumbers = {
  phoneVerifiedMinutes: 10,
  cipherMidnightMinutes: 15,
  orderLifeHours: 24,
  failuresPerReference: 5,
  passkeysPerAgent: 5,
  outageFailures: 3,
  outageShownMinutes: 5,
}

/** The longest comment of a person, and the longest reason of a proposal, in characters. */
export const longestComment = 1_000

/** The days, today included, among which the console looks for an agent's last log-in. */
export const logInDays = 90
