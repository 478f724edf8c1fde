import type { Consent } from '@ekyc/contract/shapes'

import type { FoundDevice } from '../../scanner/found-device.ts'
import type { Attempt, Captured, ScanEvent } from '../../scanner/scan.ts'
import type { ScannerProblem } from '../../scanner/scanner-problem.ts'
import type { Words } from '../../texts/t.ts'
import type { RefusalName } from './refusal-advice.ts'

/**
 * The state of one KYC: reference → checking → fingerprint (with the scanner's own states) → submitting. Only the
 * scanner's state 'captured' contains the capture, so that the end of this state deletes the capture.
 */
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
  { shownAs: 'field' } | { shownAs: 'dialog'; message: Words; refusal: RefusalName }

export type Scanner =
  | { at: 'idle'; because?: IdleReason }
  /** The browser will ask for permission before the portal's first call to a device service on this computer. */
  | { at: 'coach' }
  /** `asks` is set while the browser's permission prompt may be open. */
  | { at: 'looking'; asks?: true }
  | { at: 'finishing' }
  | { at: 'choose'; devices: readonly FoundDevice[] }
  | { at: 'ready'; device: FoundDevice }
  | { at: 'capturing'; device: FoundDevice }
  | ({ at: 'captured' } & Captured)
  /** `attempt` is absent if the browser allows no scan. */
  | { at: 'problem'; problem: ScannerProblem; attempt?: Attempt; read: boolean }

/** 'left' means that the agent came back after leaving a captured scan. */
type IdleReason = 'cancelled' | 'dropped' | 'left' | 'allowed'

export type DoKycEvent =
  | { type: 'referenceRefused'; reference: string; refusal: ReferenceRefusal }
  | { type: 'refusalRead' }
  | { type: 'checkStarted'; reference: string }
  | { type: 'orderOpened'; order: OpenOrder }
  | { type: 'startedOver' }
  | { type: 'consentChanged'; consent: Consent | undefined }
  | { type: 'submitStarted' }
  | ScannerEvent

export type ScannerEvent =
  | { type: 'permissionAhead'; is: 'open' | 'asked' }
  | { type: 'permissionAhead'; is: 'refused'; problem: ScannerProblem }
  | ScanEvent
  | { type: 'problemRead' }
  | { type: 'scanCancelled' }
  | { type: 'captureDropped' }

/** The time after which the portal drops a capture that was not submitted, in ms. */
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

/** Returns the checkingDriverStatus of the session slice (product.md section 4). */
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

function nextScanner(scanner: Scanner, event: ScannerEvent): Scanner {
  if (!takenIn[event.type].includes(scanner.at)) return scanner
  switch (event.type) {
    case 'permissionAhead':
      return afterPermission(scanner, event)
    case 'lookingStarted':
      return isAsked(scanner) ? { at: 'looking', asks: true } : { at: 'looking' }
    case 'lastScanRuns':
      return { at: 'finishing' }
    case 'severalFound':
      return { at: 'choose', devices: event.devices }
    case 'deviceFound':
      return { at: 'ready', device: event.device }
    case 'captureStarted':
      return { at: 'capturing', device: event.device }
    case 'captured':
      return {
        at: 'captured',
        device: event.device,
        capture: event.capture,
        quality: event.quality,
        capturedAt: event.capturedAt,
      }
    case 'scanFailed':
      return { at: 'problem', problem: event.problem, attempt: event.attempt, read: false }
    case 'problemRead':
      return scanner.at === 'problem' ? { ...scanner, read: true } : scanner
    case 'scanCancelled':
      return { at: 'idle', because: 'cancelled' }
    case 'captureDropped':
      return { at: 'idle', because: 'dropped' }
  }
}

/** A problem with a cause other than the browser's permission stays on screen. */
function afterPermission(
  scanner: Scanner,
  event: Extract<ScannerEvent, { type: 'permissionAhead' }>,
): Scanner {
  const wasRefused = scanner.at === 'problem' && isOfPermission(scanner.problem)
  if (scanner.at === 'looking') return event.is === 'asked' ? scanner : { at: 'looking' }
  if (scanner.at === 'problem' && !wasRefused) return scanner
  if (event.is === 'refused') return { at: 'problem', problem: event.problem, read: false }
  if (event.is === 'asked') return { at: 'coach' }
  return wasRefused ? { at: 'idle', because: 'allowed' } : scanner.at === 'coach' ? { at: 'idle' } : scanner
}

function isOfPermission({ advice }: ScannerProblem): boolean {
  return advice === 'permissionDenied' || advice === 'permissionBlocked'
}

function isAsked(scanner: Scanner): boolean {
  const isAgain =
    scanner.at === 'problem' && ['permissionUnanswered', 'questionClosed'].includes(scanner.problem.advice)
  return scanner.at === 'coach' || isAgain
}

const underWay = ['looking', 'finishing', 'choose', 'ready', 'capturing'] as const

/** The scanner states in which each event takes effect. */
const takenIn: Record<ScannerEvent['type'], readonly Scanner['at'][]> = {
  permissionAhead: ['idle', 'coach', 'looking', 'problem'],
  lookingStarted: ['idle', 'coach', 'captured', 'problem'],
  lastScanRuns: ['looking', 'finishing', 'capturing'],
  severalFound: ['looking', 'finishing'],
  deviceFound: ['looking', 'finishing', 'choose'],
  captureStarted: ['ready', 'finishing'],
  captured: ['capturing', 'finishing'],
  scanFailed: underWay,
  problemRead: ['problem'],
  scanCancelled: underWay,
  captureDropped: ['captured'],
}
