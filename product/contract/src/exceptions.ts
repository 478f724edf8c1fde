export const exceptionReasons = [
  'worn',
  'injured',
  'missing',
  'bandaged',
  'dry_or_wet',
  'biometrics_locked',
  'device_cannot_read',
  'customer_declines',
] as const
export type ExceptionReason = (typeof exceptionReasons)[number]

/** The reason that the server itself records after the last try that the rules allow on a day. */
export const notRecognised = 'not_recognised'
export const storedReasons = [...exceptionReasons, notRecognised] as const
export type StoredReason = (typeof storedReasons)[number]

/** The needs of a customer with a disability. The customer tells them only if she wishes to. */
export const exceptionNeeds = ['seeing', 'hearing', 'speaking', 'moving', 'understanding', 'other'] as const
export type ExceptionNeed = (typeof exceptionNeeds)[number]

export const exceptionDecisions = [
  'invite_again',
  'other_way_accepted',
  'refused_identity_not_proven',
  'refused_documents_missing',
  'refused_customer_withdrew',
] as const
export type ExceptionDecision = (typeof exceptionDecisions)[number]

export const exceptionStates = ['open', 'decided'] as const
