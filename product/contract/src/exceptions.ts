/** The reasons that an agent gives when a customer's finger is not read. */
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

/** The server's own reason, after the last try of the day that the rules allow. */
export const notRecognised = 'not_recognised'
export const storedReasons = [...exceptionReasons, notRecognised] as const
export type StoredReason = (typeof storedReasons)[number]

/** The needs of a person with a disability, which she tells by her own wish only. */
export const exceptionNeeds = ['seeing', 'hearing', 'speaking', 'moving', 'understanding', 'other'] as const
export type ExceptionNeed = (typeof exceptionNeeds)[number]

/** The decisions of a person of the bank; every refusal names its reason. */
export const exceptionDecisions = [
  'invite_again',
  'other_way_accepted',
  'refused_identity_not_proven',
  'refused_documents_missing',
  'refused_customer_withdrew',
] as const
export type ExceptionDecision = (typeof exceptionDecisions)[number]

export const exceptionStates = ['open', 'decided'] as const
