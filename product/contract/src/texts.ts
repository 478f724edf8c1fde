/** The texts of product.md verbatim. Each key says when the portal shows the text. A misspelt text is marked sic. */
import { otpLength, passwordMinLength } from './limits.ts'

export const newPasswordTexts = {
  otpWrongLength: `OTP should be ${otpLength} character long`, // sic
  otpWrong: 'Please enter correct otp',
  rule: `At least ${passwordMinLength} characters, 1 Uppercase, 1 Lowercase, 1 Number and 1 special character required`,
  mismatch: 'Password and confirmed password do not match.',
  empty: 'Please enter correct password',
  done: 'Password reset succssful. Redirect to login page....', // sic
} as const

export const sessionTexts = {
  expired: 'Session expired!',
  authenticationError: 'Authentication Error!',
  goingToExpire: 'Session is going to expire. Please re-login.',
  accessDenied: 'You are not authorized to view this page.',
  unexpectedError: 'Unexpected Application Error!',
} as const

export const dashboardTexts = {
  noAccess: 'Sorry, You can not access dashboard!',
  noData: 'No data',
  durationWrong: 'Please select a valid duration',
} as const

export const listTexts = {
  title: 'KYC List',
  referenceLabel: 'Ref ID',
  searchEmpty: 'Please enter a reference Id!',
  statusWrong: 'Please selecte a status', // sic
  empty: 'No Kyc Data Available', // sic
  select: 'Select',
} as const

export const kycTexts = {
  noPermission: "Sorry, You don't have permission to do kyc!",
  referenceEmpty: 'Please enter valid reference Number',
  orderNotCreated: 'OrderId creation Failed', // sic
  resultTitle: 'KYC Details',
  timeoutError: 'Timeout Error',
  noTransactionId: 'NA',
} as const

export const captureTexts = {
  captured: 'Finger Print captured successfully.', // sic
  captureError: 'Error in capturing fingerprint',
  notConnected: 'Biometric device not connected or Driver not installed!',
  driverNotFound: 'Driver is not discovered, please install the driver and refresh the page!',
  detecting: 'Detecting Biometric Driver status..Please wait', // sic
  networkError: 'Network error occurred during fingerprint capture',
  requestNotSent: 'Failed to send fingerprint capture request',
  answerUnreadable: 'Error in Fingerprint capture',
  serviceNotFound: 'RdService not found/working. Please install from below links.',
} as const
