import { type PermissionState, localNetworkPermission } from '@ekyc/rd-client'

import type { Attempt, Captured, FoundDevice, ScanEvent } from './scan.ts'
import { onPhone, permissionProblem, willAsk, type ScannerProblem } from './scanner-problem.ts'
import { thisBrowser } from './this-browser.ts'
import { t } from '../texts/t.ts'

/** The scanner's state in Do KYC and in the device check. Only 'captured' contains a capture. */
export type Scanner =
  /** 'left' means that the agent came back after leaving a captured scan. */
  | { at: 'idle'; because?: 'cancelled' | 'dropped' | 'left' | 'allowed' }
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

export type ScannerEvent =
  | { type: 'permissionAhead'; is: 'open' | 'asked' }
  | { type: 'permissionAhead'; is: 'refused'; problem: ScannerProblem }
  | ScanEvent
  | { type: 'problemRead' }
  | { type: 'scanCancelled' }
  | { type: 'captureDropped' }

export function nextScanner(scanner: Scanner, event: ScannerEvent): Scanner {
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

export function permissionEvent(permission: PermissionState): ScannerEvent {
  const problem = thisBrowser().isPhone ? onPhone() : permissionProblem(permission)
  if (problem) return { type: 'permissionAhead', is: 'refused', problem }
  return { type: 'permissionAhead', is: willAsk(permission) ? 'asked' : 'open' }
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

export function isOfPermission({ advice }: ScannerProblem): boolean {
  return advice === 'permissionDenied' || advice === 'permissionBlocked'
}

function isAsked(scanner: Scanner): boolean {
  const isAgain =
    scanner.at === 'problem' && ['permissionUnanswered', 'questionClosed'].includes(scanner.problem.advice)
  return scanner.at === 'coach' || isAgain
}

const underWay = ['looking', 'finishing', 'choose', 'ready', 'capturing'] as const

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

/** The device service's own text, in place of an unknown model, is untrusted: render it as plain text. */
export function nameOfDevice({ service, info }: FoundDevice): string {
  const serial = info?.serialNumber ? t('scanner.model.serial', { serial: info.serialNumber }) : ''
  return [info?.mi || service.info || t('scanner.model.unnamed'), serial].filter(Boolean).join(' · ')
}

/** Asks the person and the device nothing. Returns what stops the reports. */
export function watchPermission(report: (state: PermissionState) => void): () => void {
  let isWatching = true
  const permission = localNetworkPermission()
  const stopListening = permission.onChange(report)
  void permission.state().then(state => isWatching && report(state))
  return () => {
    isWatching = false
    stopListening()
  }
}
