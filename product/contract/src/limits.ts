/** The numbers of product.md section 9 that portal and server share. The name of a time ends in its unit. */

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
/** The end of a lock that only a new password, or the bank, ends. */
export const lockWithoutEnd = '9999-12-31T00:00:00.000Z'

/** The largest number of orders in one answer of the search. */
export const ordersFoundAtOnce = 100

export const captureTimeoutMs = 20_000
/** The age in milliseconds above which the server refuses a capture (decisions.md section 3: 10 minutes). */
export const captureMaxAgeMs = 10 * 60_000

/** The error of a computer's clock, in milliseconds, above which device services fail (decisions.md section 4). */
export const clockToleranceMs = 5 * 60_000

/** The bounds of a scanner's quality score, 0 to 100, if the branding file sets none. */
export const captureQuality = { advise: 45, refuse: 25 } as const

/** The version of the device service app that the help recommends (product.md section 9). */
export const requiredServiceVersion = 'v1.2.8'

/** The length of the order payload's `udc`, the portal's own code for the host: at most 20 characters (e-KYC 2.5). */
export const hostCodeLength = 20

export const referenceMaxLength = 64

/** A device's certificate that ends so soon is told to agent and bank; makers' services renew it by themselves. */
export const certificateWarningDays = 7
export const certificateWarningMs = certificateWarningDays * 24 * 60 * 60_000
