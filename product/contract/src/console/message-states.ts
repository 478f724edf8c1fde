export const messageStates = ['waiting', 'dead', 'delivered'] as const
export const messageKinds = ['sms', 'kyc-result', 'holder-sms', 'kyc-failed'] as const
