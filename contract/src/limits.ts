/** The numbers of product.md section 9 that portal and server share. Times carry their unit. */

export const mobileLength = 10
export const otpLength = 6
export const passwordMinLength = 8
/** decisions.md section 3, password cipher. */
export const passwordMaxLength = 64

export const sessionLifeMs = 600_000_000
export const sessionWarningMs = 5 * 60_000
export const resendWaitSeconds = 60

export const ordersPerPage = 5
export const pagerRange = 5
export const recentOrders = 3

export const captureTimeoutMs = 20_000
/** A capture older than this is no longer submitted (decisions.md section 3: 10 minutes, the server's bound). */
export const captureMaxAgeMs = 10 * 60_000

/** Of a computer's clock: beyond it device services fail (decisions.md section 4). */
export const clockToleranceMs = 5 * 60_000

/** The bounds of a scanner's quality score where the branding file names none. */
export const captureQuality = { advise: 45, refuse: 25 } as const

/** product.md section 9: the device service app's version that help asks for. */
export const requiredServiceVersion = 'v1.2.8'

/** The `udc` of the order payload: the portal's own code for the host, at most 20 characters (e-KYC 2.5). */
export const hostCodeLength = 20

export const referenceMaxLength = 64
