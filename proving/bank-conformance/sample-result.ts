import { randomUUID } from 'node:crypto'

import type { KycFailed, KycResult } from '@ekyc/contract/bank'

/** Returns the result of an invented customer, as the server would deliver it. */
export function sampleResult(reference: string, at: Date): KycResult {
  const keepUntil = new Date(at.getTime() + 365 * 24 * 60 * 60_000)
  return {
    id: randomUUID(),
    type: 'kyc.result',
    orderId: randomUUID(),
    reference,
    transactionId: `UKC:${randomUUID().replaceAll('-', '')}`,
    outcome: 'KYC_SUCCESS',
    completedOn: at.toISOString(),
    eKyc: {
      maskedId: 'XXXXXXXX0000',
      uidToken: '',
      name: 'Conformance Test आशा',
      dateOfBirth: '01-01-1990',
      gender: 'T',
      address: { house: '1', vtc: 'Test', pc: '000000' },
      photo: '',
      keepUntil: keepUntil.toISOString(),
    },
  }
}

export function sampleFailure(reference: string, at: Date): KycFailed {
  const { orderId, transactionId, completedOn } = sampleResult(reference, at)
  return {
    id: randomUUID(),
    type: 'kyc.failed',
    orderId,
    reference,
    transactionId,
    outcome: 'KYC_FAILURE',
    completedOn,
    code: 'fingerprint_not_matched',
    errorCode: '300',
  }
}
