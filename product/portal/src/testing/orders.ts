import type { Order, OrderDetails } from '@ekyc/contract/shapes'

import type { KycResult } from '../session/session-state.ts'

/** The order of a checked reference, as the session keeps it. */
export const openOrder = {
  orderId: 'ord-1',
  createdOn: '2026-11-20T20:15:07.000Z',
  wadh: 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc=',
  dbsRefCode: 'DBS10001',
}

export function listedOrder(id: string, more: Partial<Order> = {}): Order {
  return {
    id,
    status: 'KYC_SUCCESS',
    dbsRefCode: 'DBS10001',
    createdOn: openOrder.createdOn,
    transactionId: `UKC:${id}`,
    tpsMsg: 'Success',
    ...more,
  }
}

const facts = {
  createdOn: openOrder.createdOn,
  completedOn: '2026-11-20T20:16:09.000Z',
  dbsRefCode: 'DBS10001',
  authority: null,
  consent: { version: '3', language: 'hi', givenOn: '2026-11-20T20:14:00.000Z' },
  device: { dpId: 'MANTRA.MSIPL', rdsId: 'MANTRA.WIN.001', rdsVer: '1.0.8', mi: 'MFS110' },
}

export const verifiedOrder: OrderDetails = {
  ...facts,
  id: 'ord-1',
  status: 'KYC_SUCCESS',
  transactionId: 'UKC:1',
  tpsMsg: 'The identity is confirmed.',
  code: '',
}

export const verifiedResult: KycResult = {
  ...facts,
  status: 'KYC_SUCCESS',
  refusal: '',
  orderId: 'ord-1',
  txnId: 'UKC:1',
  displayMsg: 'The identity is confirmed.',
  returnTo: '/kyc-list',
}
