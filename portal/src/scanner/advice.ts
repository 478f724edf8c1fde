import { captureTimeoutMs } from '@ekyc/contract/limits'

import { t } from '../texts/en/scanner.ts'

/** The situations of a scan that an agent must be helped out of; each has its three sentences in the catalogue. */
export type AdviceName =
  | 'noFinger'
  | 'poorQuality'
  | 'inUse'
  | 'notReady'
  | 'captureFailed'
  | 'reinitialise'
  | 'wrongScanner'
  | 'lockedToAnother'
  | 'serviceFault'
  | 'portalFault'
  | 'driverTooOld'
  | 'noService'
  | 'permissionDenied'
  | 'permissionBlocked'
  | 'permissionUnanswered'
  | 'requestNotSent'
  | 'connectionCut'
  | 'unreadable'

/** Every failure says three things: what happened, what to tell the customer, what to do now. */
export type Advice = {
  happened: string
  /** Why, where that helps. */
  because?: string
  tell: string
  now: string
}

export function adviceFor(name: AdviceName, values: { version: string; score?: number }): Advice {
  return {
    happened: t(`scanner.advice.${name}.happened`, { ...values, seconds: captureTimeoutMs / 1000 }),
    tell: t(`scanner.advice.${name}.tell`),
    now: t(`scanner.advice.${name}.now`, values),
  }
}
