import type { Consent } from '@ekyc/contract/shapes'

import { nextScanner, type IdleReason, type Scanner, type ScannerEvent } from '../../scanner/scanner-state.ts'
import type { Words } from '../../texts/t.ts'
import type { RefusalName } from './refusal-advice.ts'

/** Only the scanner's state 'captured' contains the capture, so that the end of this state deletes the capture. */
export type DoKyc =
  | { step: 'reference'; reference: string; refusal?: ReferenceRefusal }
  | { step: 'checking'; reference: string }
  | { step: 'fingerprint'; order: OpenOrder; consent: Consent | undefined; scanner: Scanner }
  | { step: 'submitting'; order: OpenOrder }

/** `createdOn` is the time, in ISO 8601, that the KYC List shows for the order. */
export type OpenOrder = {
  orderId: string
  createdOn: string
  wadh: string
  reference: string
}

/** The reason why no order was opened: an empty reference or a failed check (product.md sections 5 and 8). */
export type ReferenceRefusal =
  | { shownAs: 'field' }
  | { shownAs: 'dialog'; message: Words; refusal: RefusalName }

export type DoKycEvent =
  | { type: 'referenceRefused'; reference: string; refusal: ReferenceRefusal }
  | { type: 'refusalRead' }
  | { type: 'checkStarted'; reference: string }
  | { type: 'orderOpened'; order: OpenOrder }
  | { type: 'startedOver' }
  | { type: 'consentChanged'; consent: Consent | undefined }
  | { type: 'submitStarted' }
  | ScannerEvent

export const captureKeptMs = 2 * 60_000

export function startDoKyc(from: {
  order: OpenOrder | undefined
  reference: string
  because?: IdleReason | undefined
}): DoKyc {
  const { order, reference, because } = from
  return order
    ? { step: 'fingerprint', order, consent: undefined, scanner: { at: 'idle', ...(because && { because }) } }
    : { step: 'reference', reference }
}

/** Ignores the events of another step, because they come from a run that the agent has left. */
export function doKyc(state: DoKyc, event: DoKycEvent): DoKyc {
  switch (event.type) {
    case 'checkStarted':
      return state.step === 'reference' ? { step: 'checking', reference: event.reference } : state
    case 'referenceRefused':
      return state.step === 'reference' || state.step === 'checking'
        ? { step: 'reference', reference: event.reference, refusal: event.refusal }
        : state
    case 'refusalRead':
      return state.step === 'reference' ? { step: 'reference', reference: state.reference } : state
    case 'orderOpened':
      return state.step === 'checking' ? startDoKyc({ order: event.order, reference: '' }) : state
    case 'startedOver':
      return { step: 'reference', reference: '' }
    default:
      return state.step === 'fingerprint' ? atFingerprint(state, event) : state
  }
}

export function driverStatus(scanner: Scanner): '' | 'LOADING' | 'READY' | 'ERROR' {
  return driverStatuses[scanner.at]
}

const driverStatuses = {
  idle: '',
  coach: '',
  looking: 'LOADING',
  finishing: 'LOADING',
  choose: 'LOADING',
  ready: 'READY',
  capturing: 'READY',
  captured: 'READY',
  problem: 'ERROR',
} as const satisfies Record<Scanner['at'], string>

type AtFingerprint = Extract<DoKyc, { step: 'fingerprint' }>

function atFingerprint(
  state: AtFingerprint,
  event: ScannerEvent | Extract<DoKycEvent, { type: 'consentChanged' | 'submitStarted' }>,
): DoKyc {
  if (event.type === 'consentChanged') return { ...state, consent: event.consent }
  if (event.type === 'submitStarted') {
    return state.scanner.at === 'captured' ? { step: 'submitting', order: state.order } : state
  }
  return { ...state, scanner: nextScanner(state.scanner, event) }
}
