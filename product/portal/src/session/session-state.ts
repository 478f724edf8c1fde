import type { AuthoritySource } from '@ekyc/contract/authority-errors'
import type { BiometricDeviceInfo, Consent, Device, Exception, OtpDetails, User } from '@ekyc/contract/shapes'
import type { FinalStatus, Privilege } from '@ekyc/contract/words'

export type Lock = 'true' | ''

/** The last answer to user/check or to a request for an OTP. With `receivedOn`, a reload continues the countdown. */
export type UserChecked = {
  otpRequired: boolean
  otpDetails: OtpDetails | null
  /** The time of the answer by this computer's clock, in epoch milliseconds. */
  receivedOn: number
}

/** `createdOn` is the time, in ISO 8601, that the KYC List shows for the order. */
export type PreparedOrder = {
  orderId: string
  createdOn: string
  wadh: string
  dbsRefCode: string
}

/** A code means something only together with its source. `action` is the answer's attribute actn, or ''. */
export type AuthorityReply = { source: AuthoritySource; code: string; action: string }

/** The values that the screen /kyc-result shows (product.md section 3, KYC result view values). */
export type KycResult = {
  status: FinalStatus
  /** The portal's name for the refusal (features/kyc/refusal-advice.ts); '' on success. */
  refusal: string
  authority: AuthorityReply | null
  orderId: string
  txnId: string
  displayMsg: string
  createdOn: string
  /** The time of the verdict in ISO 8601; '' if it is unknown. */
  completedOn: string
  dbsRefCode: string
  consent: Consent | null
  device: Device | null
  exception?: Exception | undefined
  returnTo: string
}

/** The 35 fields of product.md section 3, named exactly as there. Unused fields keep these values. */
export function initialSession() {
  return {
    capturedFingerPrint: '',
    otp: '',
    phone: '',
    loginAttemptNo: 0,
    /** This field stays empty, because only the access_token cookie contains the token (decisions.md section 3). */
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
    /** The seconds until another OTP may be requested; 60 means that no wait is running. */
    otpTimer: 60,
    loginLock: '' as Lock,
    dashboardLock: '' as Lock,
    rdServicePort: '',
    rdServieSrNo: '',
    srNoTime: new Date().toISOString(),
    retryKycLock: '' as Lock,
    userChecked: null as UserChecked | null,
    biometricErr: '',
  }
}

export type SessionState = ReturnType<typeof initialSession>
