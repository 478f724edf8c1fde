/**
 * What the server says where product.md gives no text. Plain words for a counter: what happened, and what helps.
 */
export const refusalTexts = {
  orderExpired: 'This order is older than 24 hours. Please check the reference again.',
  consentMissing: "The customer's consent is missing. Please read it out, tick it and capture again.",
  captureMalformed: 'The fingerprint data is incomplete. Please capture again.',
  captureKeyUnknown: 'The fingerprint device uses an unknown key. Please update the device service.',
  captureCertificateExpired:
    "The fingerprint device's certificate is not valid today. Please run Key Rotation in the device service app.",
  deviceNotAllowed: 'This fingerprint device is not on the list of allowed devices.',
  captureStale: 'The fingerprint is older than 10 minutes. Please capture again.',
  captureFromFuture: "This computer's clock is ahead. Please correct it and capture again.",
  captureBeforeOrder: 'The fingerprint was captured before this order was opened. Please capture again.',
  captureUsed: 'This fingerprint was submitted before. Please capture again.',
  referenceUnknown: 'The reference number is not known to the bank.',
  referenceNotAllowed: 'KYC is not allowed for this reference number.',
  referenceDone: 'KYC is already complete for this reference number.',
  referenceFailedOften:
    'The fingerprint failed 5 times today for this reference number. Please try again tomorrow.',
  referencesGuessed: 'Too many unknown reference numbers in the last hour. Please try again later.',
  bankAway: 'The bank did not answer. Please try again in a moment.',
  databaseAway: 'The service is away for a moment. Please try again.',
  busy: 'The server is busy. Please try again in a moment.',
  notYours: 'This is not allowed.',
  fault: 'Something went wrong on our side. Please try again.',
  submitPending: 'The order is still being submitted. Please ask again in a moment.',
} as const

/** What an order's message says when there was a verdict or none (the reason of a failed KYC). */
export const outcomeTexts = {
  verified: 'Identity verified',
  broken: 'The identity authority gave no usable answer. Please capture again.',
  bankAway: 'The bank did not answer in time. Please capture again.',
  interrupted: 'The submission was interrupted. Please capture again.',
} as const
