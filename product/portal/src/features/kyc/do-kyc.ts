import type { Dispatch, ReactNode } from 'react'

import { nextScanner, type Scanner, type ScannerEvent } from '../../scanner/scanner-state.ts'
import type { PreparedOrder } from '../../session/session-state.ts'
import type { TextKey } from '../../texts/t.ts'

/** The present step of a KYC is the first that is not done. Its screen fills the page below the bar of all steps. */
export type KycStep = {
  title: TextKey
  Screen: (kyc: Kyc) => ReactNode
  isDone: (kyc: Kyc) => boolean
}

export type Kyc = {
  /** The order has no id until the bank knows its reference. */
  order: PreparedOrder
  /** Keeps the order with all that a step has learnt, for the next steps, the session and the submit. */
  keepOrder: (order: PreparedOrder) => void
  scanner: KycScanner
  dispatch: Dispatch<KycEvent>
}

/** Only the state 'captured' contains the capture, so that the end of this state deletes the capture. */
export type KycScanner = Scanner | { at: 'sent' }

type KycEvent = ScannerEvent | { type: 'submitStarted' } | { type: 'startedOver' }

export const captureKeptMs = 2 * 60_000

export const noOrder: PreparedOrder = { orderId: '', createdOn: '', wadh: '', dbsRefCode: '' }

export function nextKycScanner(scanner: KycScanner, event: KycEvent): KycScanner {
  if (event.type === 'startedOver') return { at: 'idle' }
  if (event.type === 'submitStarted') return scanner.at === 'captured' ? { at: 'sent' } : scanner
  return scanner.at === 'sent' ? scanner : nextScanner(scanner, event)
}
