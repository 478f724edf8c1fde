import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { BiometricDeviceInfo, Consent, Device, Exception, OtpDetails, User } from '@ekyc/contract/shapes'
import type { FinalStatus, Privilege } from '@ekyc/contract/words'

/** The string 'true' unlocks the screens of a lock (decisions.md section 4). */
export type Lock = 'true' | ''

/** The last answer of user/check or password/reset. With `receivedOn`, a reload continues the resend countdown. */
export type UserChecked = {
  otpRequired: boolean
  otpDetails: OtpDetails | null
  /** Epoch milliseconds by this computer's clock. */
  receivedOn: number
}

/** The answer of a reference check, and its reference. */
export type PreparedOrder = {
  orderId: string
  createdOn: string
  wadh: string
  irisWadh?: string | undefined
  dbsRefCode: string
}

/**
 * The authority's own error. A code has a meaning only together with its source. `action` is the answer's actn, or ''.
 */
export type AuthorityReply = { source: AuthoritySource; code: string; action: string }

/** The values of /kyc-result (product.md section 3, KYC result view values). */
export type KycResult = {
  status: FinalStatus
  /** The portal's name of the refusal (features/kyc/refusal-advice.ts); '' on success. */
  refusal: string
  /** Null if the authority gave no error. */
  authority: AuthorityReply | null
  orderId: string
  txnId: string
  displayMsg: string
  /** ISO 8601 */
  createdOn: string
  /** ISO 8601; '' if the verdict's time is unknown. */
  completedOn: string
  dbsRefCode: string
  consent: Consent | null
  device: Device | null
  /** The bank looks again: the finger was not recognised in any try of the day. */
  exception?: Exception | undefined
  /** A path of the portal. */
  returnTo: string
}

/**
 * Returns the 35 fields of product.md section 3, names sic, with their initial values. Unused fields keep these values.
 */
export function initialSession() {
  return {
    capturedFingerPrint: '',
    otp: '',
    phone: '',
    loginAttemptNo: 0,
    /** Stays empty: only the access_token cookie holds the token (decisions.md section 3). */
    bearerToken: '',
    profileInfo: null as User | null,
    prepareOrderResponse: null as PreparedOrder | null,
    biometricDeviceInfo: null as BiometricDeviceInfo | null,
    capturedDataInJson: null as unknown,
    capturedDataInJsonSuccessStatus: false,
    submitOrderRsp: null as unknown,
    authLock: '' as Lock,
    dashBoardAuthLock: '' as Lock,
    kycVal: null as KycResult | null,
    checkingDriverStatus: '',
    captureUrl: '',
    deviceInfoUrl: '',
    deviceInfo: null as Record<string, string> | null,
    aepsBiometricDta: null as unknown,
    aepsBiometricDtaCaptureStatus: '',
    readyDeviceName: '',
    updatedComplaint: '',
    refCodeComplaint: '',
    refNo: '',
    allPrevielages: [] as Privilege[],
    /** The time, in epoch milliseconds, from which the portal warns that the session expires; 0 without a session. */
    warningTime: 0,
    /** Seconds; 60 means idle. */
    otpTimer: 60,
    loginLock: '' as Lock,
    dashboardLock: '' as Lock,
    rdServicePort: '',
    rdServieSrNo: '',
    /** ISO 8601 */
    srNoTime: new Date().toISOString(),
    retryKycLock: '' as Lock,
    userChecked: null as UserChecked | null,
    biometricErr: '',
  }
}

export type SessionState = ReturnType<typeof initialSession>
