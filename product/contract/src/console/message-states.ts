export const messageStates = ['waiting', 'dead', 'delivered'] as const
export const messageKinds = ['sms', 'kyc-result'] as const
