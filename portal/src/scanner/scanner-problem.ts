import { RdError, type FoundService, type PermissionState, type RdErrorCode } from '@ekyc/rd-client'

import { t } from '../texts/en/scanner.ts'
import type { AdviceName } from './advice.ts'
import { deviceCode } from './device-codes.ts'

export type ScannerProblem = {
  /** product.md's sentence, or the device's own words: text from a device is only ever shown as text. */
  title: string
  advice: AdviceName
  tryAgain: boolean
  /** The device's refusals come as a dialog (product.md section 4); the rest stands in the card. */
  shownAs: 'dialog' | 'card'
  /** Known before anything was asked of the scanner. */
  seenAhead: boolean
  /** Of a scan that was read, and was too poor. */
  score?: number
  /** Resp's errCode, for support. */
  deviceCode?: string
  /** What else the service said of itself, for support. */
  support?: string
}

export function noService(): ScannerProblem {
  return inCard({ title: 'driverNotFound', advice: 'noService' })
}

/** No service, and the browser still has its question open or had it closed: nobody can tell the two apart. */
export function questionUnanswered(): ScannerProblem {
  return inCard(problems['permission-unanswered'])
}

/** Services answered, but none with a scanner that is ready. */
export function notReady({ state, status, info }: FoundService): ScannerProblem {
  return {
    ...inCard({ title: 'notConnected', advice: state === 'in-use' ? 'inUse' : 'notReady' }),
    support: [status, info].filter(text => text !== '').join(': '),
  }
}

/** A finger was read, but so badly that the authority would hardly match it. */
export function poorQuality(score: number): ScannerProblem {
  return { ...inCard({ title: 'poorQuality', advice: 'poorQuality' }), score: Math.round(score) }
}

/** Whether the browser asks before the first call. */
export function willAsk(state: PermissionState): boolean {
  return state === 'prompt' && !isLocalPage()
}

/** A page that comes from this computer itself is never asked, whatever the browser says of the permission. */
export function isLocalPage(): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
}

/** The permission states in which a scan would find nothing; undefined when it may be tried. */
export function permissionProblem(state: PermissionState): ScannerProblem | undefined {
  const code = refusedBy[state]
  return code && { ...inCard(problems[code]), seenAhead: true }
}

const refusedBy: Partial<Record<PermissionState, 'permission-denied' | 'permission-blocked'>> = {
  denied: 'permission-denied',
  'blocked-by-policy': 'permission-blocked',
}

/** What went wrong in a scan, in words. A cancelled one is no problem: undefined. */
export function problemOf(error: unknown): ScannerProblem | undefined {
  if (!(error instanceof RdError)) return inCard(unreadable)
  if (error.code === 'cancelled') return undefined
  if (error.code === 'refused') return refusal(error)
  return inCard(problems[error.code])
}

function refusal({ deviceCode: code = '', deviceText = '' }: RdError): ScannerProblem {
  return {
    title: deviceText.trim() || t('scanner.problem.captureError'),
    ...deviceCode(code),
    shownAs: 'dialog',
    seenAhead: false,
    ...(code !== '' && { deviceCode: code }),
  }
}

type Situation = { title: ProblemTitle; advice: AdviceName; tryAgain?: boolean }
type ProblemTitle =
  | 'driverNotFound'
  | 'notConnected'
  | 'requestNotSent'
  | 'networkError'
  | 'answerUnreadable'
  | 'poorQuality'
  | 'permissionDenied'
  | 'permissionBlocked'
  | 'permissionUnanswered'

const unreadable: Situation = { title: 'answerUnreadable', advice: 'unreadable' }
const broken: Situation = { title: 'networkError', advice: 'connectionCut' }

const problems: Record<Exclude<RdErrorCode, 'refused' | 'cancelled'>, Situation> = {
  'permission-denied': { title: 'permissionDenied', advice: 'permissionDenied' },
  'permission-blocked': { title: 'permissionBlocked', advice: 'permissionBlocked', tryAgain: false },
  'permission-unanswered': { title: 'permissionUnanswered', advice: 'permissionUnanswered' },
  'not-ready': { title: 'notConnected', advice: 'notReady' },
  busy: { title: 'requestNotSent', advice: 'inUse' },
  'not-sent': { title: 'requestNotSent', advice: 'requestNotSent' },
  cut: broken,
  'timed-out': broken,
  'too-large': unreadable,
  unreadable,
  incomplete: unreadable,
}

function inCard({ title, advice, tryAgain = true }: Situation): ScannerProblem {
  return { title: t(`scanner.problem.${title}`), advice, tryAgain, shownAs: 'card', seenAhead: false }
}
