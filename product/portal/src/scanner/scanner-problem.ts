import {
  RdError,
  situationByText,
  situationOf,
  type Discovery,
  type RdService,
  type PermissionState,
  type PortResult,
  type RdErrorCode,
  type SituationName,
} from '@ekyc/rd-client'

import { t, words, type NameIn, type Words } from '../texts/t.ts'

export type AdviceName = NameIn<'scanner.advice.', '.happened'>

export type ScannerProblem = {
  /** The portal's sentence or the device's own text. The device's text is untrusted: render it as plain text. */
  title: string
  advice: AdviceName
  tryAgain: boolean
  /** A dialog shows refusals by the device (product.md section 4); the card shows all other problems. */
  shownAs: 'dialog' | 'card'
  /** True if a scan cannot even start, because the browser denies its permission or runs on a phone. */
  seenAhead: boolean
  score?: number
  deviceCode?: string
  support?: Words
}

export function noService({ ports, permission }: Pick<Discovery, 'ports' | 'permission'>): ScannerProblem {
  for (const [state, situation] of answersOfOthers) {
    const port = portIn(ports, state)
    if (port !== undefined)
      return inCard(
        { title: situation, advice: situation },
        { support: words('scanner.problem.port', { port }) },
      )
  }
  if (willAsk(permission)) return inCard({ title: 'questionClosed', advice: 'questionClosed' })
  return inCard({ title: 'driverNotFound', advice: 'noService' })
}

/** Tells whether the agent may have to install a device service, or to accept its certificate in this browser. */
export function isMissing({ advice }: ScannerProblem): boolean {
  return advice === 'noService' || advice === 'questionClosed' || advice === 'answeredUnreadably'
}

const answersOfOthers = [
  ['no-cors', 'closedToPages'],
  ['silent', 'serviceStuck'],
  ['not-rd-service', 'answeredUnreadably'],
] as const

/** If most ports are silent, the computer is slow and no program holds them. */
function portIn(ports: readonly PortResult[], wanted: PortResult['state']): number | undefined {
  const silent = ports.filter(({ state }) => state === 'silent')
  if (wanted === 'silent' && silent.length > ports.length / 2) return undefined
  const others = ports.filter(({ state }) => ![wanted, 'closed', 'silent'].includes(state))
  const isTold = (number: number) => others.some(({ port }) => port === number)
  return ports.find(({ state, port }) => state === wanted && !isTold(port))?.port
}

/** Device services on phones are apps without a port. */
export function onPhone(): ScannerProblem {
  return inCard({ title: 'phone', advice: 'phone', tryAgain: false }, { seenAhead: true })
}

export function notReady({ state, status, info }: RdService): ScannerProblem {
  const advice = state === 'in-use' ? 'inUse' : adviceNamed(situationByText(info) ?? 'notReady')
  return inCard(
    { title: 'notConnected', advice },
    { support: () => [status, info].filter(text => text !== '').join(': ') },
  )
}

export function poorQuality(score: number): ScannerProblem {
  return inCard({ title: 'poorQuality', advice: 'poorQuality' }, { score: Math.round(score) })
}

/** Browsers never prompt on a page that this computer serves, even in the state 'prompt'. */
export function willAsk(state: PermissionState): boolean {
  return state === 'prompt' && !['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
}

export function permissionProblem(state: PermissionState): ScannerProblem | undefined {
  const code = refusedBy[state]
  return code && inCard(problems[code], { seenAhead: true })
}

const refusedBy: Partial<Record<PermissionState, 'permission-denied' | 'permission-blocked'>> = {
  denied: 'permission-denied',
  'blocked-by-policy': 'permission-blocked',
}

export function problemOf(error: unknown): ScannerProblem | undefined {
  if (!(error instanceof RdError)) return inCard(unreadable)
  if (error.code === 'cancelled') return undefined
  if (error.code === 'refused') return refusal(error)
  return inCard(problems[error.code])
}

function refusal({ deviceCode: code = '', deviceText = '' }: RdError): ScannerProblem {
  const text = deviceText.replace(unseen, '').trim()
  const { situation, tryAgain } = situationOf(code, text)
  // Some drivers report an error code together with the text 'Success', which must not be shown as the problem.
  const isMisleading = /success/i.test(text)
  return {
    get title() {
      return (!isMisleading && text) || t('scanner.problem.captureError')
    },
    ...(isMisleading && { support: () => text }),
    advice: adviceNamed(situation),
    tryAgain,
    shownAs: 'dialog',
    seenAhead: false,
    ...(code !== '' && { deviceCode: code }),
  }
}

/** The portal is the caller, so the situation 'callerFault' becomes 'portalFault'. */
function adviceNamed(situation: SituationName): AdviceName {
  return situation === 'callerFault' ? 'portalFault' : situation
}

/** Matches control characters, and marks that change the direction of the text around them. */
const unseen = /\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

type Situation = { title: NameIn<'scanner.problem.', ''>; advice: AdviceName; tryAgain?: boolean }

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

/** A getter returns the title, so that the title follows the language of the page. */
function inCard(
  { title, advice, tryAgain = true }: Situation,
  more: Partial<Pick<ScannerProblem, 'score' | 'seenAhead' | 'support'>> = {},
): ScannerProblem {
  return {
    get title() {
      return t(`scanner.problem.${title}`)
    },
    advice,
    tryAgain,
    shownAs: 'card',
    seenAhead: false,
    ...more,
  }
}
