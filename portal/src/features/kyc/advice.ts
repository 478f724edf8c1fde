import { t } from '../../texts/en/kyc.ts'

/** The situations of a scan that an agent must be helped out of; each has its three sentences in the catalogue. */
export type AdviceName =
  | 'noFinger'
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
export type Advice = { happened: string; tell: string; now: string }

export function adviceFor(name: AdviceName, { version }: { version: string }): Advice {
  return {
    happened: t(`kyc.advice.${name}.happened`),
    tell: t(`kyc.advice.${name}.tell`),
    now: t(`kyc.advice.${name}.now`, { version }),
  }
}
