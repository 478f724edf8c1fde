import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { BiometricDeviceInfo, OtpDetails, User } from '@ekyc/contract/shapes'
import type { FinalStatus, Privilege } from '@ekyc/contract/words'

/** The string 'true' opens a lock (decisions.md section 4). */
export type Lock = 'true' | ''

/** The last answer of user/check or password/reset. `receivedOn` lets a reload continue the resend countdown. */
export type UserChecked = {
  otpRequired: boolean
  otpDetails: OtpDetails | null
  /** Epoch milliseconds by this computer's clock. */
  receivedOn: number
}

/** The reference check's answer with its reference. */
export type PreparedOrder = { orderId: string; wadh: string; dbsRefCode: string }

/** Why an order failed: authority or bank refused, the authority timed out, no answer came, or a fault. */
export type FailureCause = 'refused' | 'timeout' | 'unanswered' | 'fault'

/** The authority's own error. A code has a meaning only together with its source. `action` is actn, or ''. */
export type AuthorityReply = { source: AuthoritySource; code: string; action: string }

/** The values of /kyc-result (product.md section 3, KYC result view values). */
export type KycResult = {
  status: FinalStatus
  /** '' on success. */
  cause: FailureCause | ''
  /** Null where the authority gave no error. */
  authority: AuthorityReply | null
  orderId: string
  txnId: string
  displayMsg: string
  /** ISO 8601 */
  createdOn: string
  dbsRefCode: string
  /** One of the portal's paths. */
  returnTo: string
}

/** The 35 fields of product.md section 3, names sic. Fields without a use keep their initial value. */
export type SessionState = {
  capturedFingerPrint: string
  otp: string
  phone: string
  loginAttemptNo: number
  /** Stays empty: the access_token cookie is the token's one place (decisions.md section 3). */
  bearerToken: string
  profileInfo: User | null
  prepareOrderResponse: PreparedOrder | null
  biometricDeviceInfo: BiometricDeviceInfo | null
  capturedDataInJson: unknown
  capturedDataInJsonSuccessStatus: boolean
  submitOrderRsp: unknown
  authLock: Lock
  dashBoardAuthLock: Lock
  kycVal: KycResult | null
  checkingDriverStatus: string
  captureUrl: string
  deviceInfoUrl: string
  deviceInfo: Record<string, string> | null
  aepsBiometricDta: unknown
  aepsBiometricDtaCaptureStatus: string
  readyDeviceName: string
  updatedComplaint: string
  refCodeComplaint: string
  refNo: string
  allPrevielages: Privilege[]
  /** Epoch milliseconds from which the portal warns that the session expires; 0 without a session. */
  warningTime: number
  /** Seconds; 60 means idle. */
  otpTimer: number
  loginLock: Lock
  dashboardLock: Lock
  rdServicePort: string
  rdServieSrNo: string
  /** ISO 8601 */
  srNoTime: string
  retryKycLock: Lock
  userChecked: UserChecked | null
  biometricErr: string
}

export function initialSession(): SessionState {
  return {
    capturedFingerPrint: '',
    otp: '',
    phone: '',
    loginAttemptNo: 0,
    bearerToken: '',
    profileInfo: null,
    prepareOrderResponse: null,
    biometricDeviceInfo: null,
    capturedDataInJson: null,
    capturedDataInJsonSuccessStatus: false,
    submitOrderRsp: null,
    authLock: '',
    dashBoardAuthLock: '',
    kycVal: null,
    checkingDriverStatus: '',
    captureUrl: '',
    deviceInfoUrl: '',
    deviceInfo: null,
    aepsBiometricDta: null,
    aepsBiometricDtaCaptureStatus: '',
    readyDeviceName: '',
    updatedComplaint: '',
    refCodeComplaint: '',
    refNo: '',
    allPrevielages: [],
    warningTime: 0,
    otpTimer: 60,
    loginLock: '',
    dashboardLock: '',
    rdServicePort: '',
    rdServieSrNo: '',
    srNoTime: new Date().toISOString(),
    retryKycLock: '',
    userChecked: null,
    biometricErr: '',
  }
}
