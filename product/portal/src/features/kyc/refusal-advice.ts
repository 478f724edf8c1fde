import { isRecord } from '@ekyc/contract/is-record'
import type { ResponseCode } from '@ekyc/contract/refusals'

import { CallFailed, Refused, type FailureKind } from '../../api/call-errors.ts'
import type { Advice } from '../../scanner/advice.ts'
import { isEnglish } from '../../texts/server-text.ts'
import { t, type NameIn, type TextKey } from '../../texts/t.ts'

/** A refusal of the server, or a call without an answer, as it looks at the counter. */
export type RefusalName = NameIn<'refusal.', '.tell'>

/** The step that fits best: it is the primary button. */
export type NextStep = 'retry' | 'next-customer' | 'list' | 'check-scanner' | 'dashboard'

export type RefusalAdvice = Advice & { nextStep: NextStep; support: string[] }

/** @param says the server's text, or the error's own (product.md section 8); small print where it is not plain */
export function refusalAdvice(
  name: RefusalName,
  { says, version }: { says: string; version: string },
): RefusalAdvice {
  const happened = plain[name] ?? (isEnglish() ? undefined : meanings[name])
  return {
    happened: happened ? t(happened) : says,
    tell: t(`refusal.${name}.tell`),
    now: t(`refusal.${name}.now`, { version }),
    nextStep: nextSteps[name],
    support: happened && isEnglish() ? [says] : [],
  }
}

/** Tells apart the failures of a call. Without a code the HTTP status decides. */
export function refusalBy(error: unknown): RefusalName {
  if (!(error instanceof Refused || error instanceof CallFailed)) return 'fault'
  const { response } = error.answer
  const nameOfCode = refusalByCode(isRecord(response) ? response['code'] : undefined)
  if (nameOfCode) return nameOfCode
  if (error instanceof Refused) return error.status === 200 ? 'other' : (byStatus[error.status] ?? 'fault')
  return error.status === undefined
    ? (withoutAnswer[error.kind] ?? 'offline')
    : (byStatus[error.status] ?? 'fault')
}

export function refusalByCode(code: unknown): RefusalName | undefined {
  return Object.entries(byCode).find(([name]) => name === code)?.[1]
}

/** A name from the session's storage may be anything. */
export function isRefusal(name: string): name is RefusalName {
  return Object.hasOwn(nextSteps, name)
}

const withoutAnswer: Partial<Record<FailureKind, RefusalName>> = { timeout: 'slow' }
const byStatus: Record<number, RefusalName> = {
  403: 'notPermitted',
  429: 'throttled',
  503: 'busy',
  504: 'authoritySilent',
}

const byCode: Partial<Record<ResponseCode, RefusalName>> = {
  capture_stale: 'scanTooOld',
  capture_before_order: 'scanTooOld',
  capture_used: 'scanUsed',
  capture_malformed: 'scanDamaged',
  capture_from_future: 'clock',
  capture_key_unknown: 'deviceKey',
  device_certificate_expired: 'certificate',
  device_not_allowed: 'deviceNotAllowed',
  order_expired: 'orderExpired',
  consent_missing: 'consent',
  consent_not_published: 'newConsent',
  reference_done: 'done',
  reference_in_work: 'inWork',
  reference_unknown: 'notKnown',
  reference_not_allowed: 'notAllowed',
  reference_failed_often: 'failedOften',
  not_yours: 'notPermitted',
  privilege_missing: 'notPermitted',
  too_many_unknown_references: 'throttled',
  too_many_reference_checks: 'throttled',
  too_many_attempts: 'throttled',
  too_many_at_once: 'busy',
  busy: 'busy',
  bank_away: 'busy',
  database_away: 'busy',
  migrating: 'busy',
  submit_pending: 'pending',
  authority_timeout: 'authoritySilent',
  authority_unusable: 'authorityUnusable',
  customer_not_fetched: 'bankSilent',
  submission_interrupted: 'interrupted',
  fault: 'fault',
  field_missing: 'fault',
  field_invalid: 'fault',
  body_not_json: 'fault',
  body_too_large: 'fault',
  call_invalid: 'fault',
  request_timeout: 'slow',
}

const nextSteps: Record<RefusalName, NextStep> = {
  scanTooOld: 'retry',
  scanUsed: 'retry',
  scanDamaged: 'retry',
  clock: 'retry',
  certificate: 'check-scanner',
  deviceKey: 'check-scanner',
  deviceNotAllowed: 'retry',
  orderExpired: 'retry',
  consent: 'retry',
  newConsent: 'retry',
  done: 'next-customer',
  inWork: 'list',
  notKnown: 'retry',
  notAllowed: 'next-customer',
  failedOften: 'next-customer',
  notPermitted: 'dashboard',
  throttled: 'retry',
  busy: 'retry',
  pending: 'list',
  authoritySilent: 'retry',
  authorityUnusable: 'retry',
  bankSilent: 'retry',
  interrupted: 'retry',
  fault: 'retry',
  offline: 'retry',
  slow: 'retry',
  unanswered: 'list',
  other: 'retry',
}

/** The refusals whose own text takes the place of the server's. */
const plain: Partial<Record<RefusalName, Extract<TextKey, `refusal.${string}.happened`>>> = {
  notPermitted: 'refusal.notPermitted.happened',
  authoritySilent: 'refusal.authoritySilent.happened',
  fault: 'refusal.fault.happened',
  offline: 'refusal.offline.happened',
  slow: 'refusal.slow.happened',
  unanswered: 'refusal.unanswered.happened',
}

/** The texts that other languages show in place of the server's English sentence. */
const meanings: Partial<Record<RefusalName, Extract<TextKey, `server.${string}`>>> = {
  scanTooOld: 'server.capture_stale',
  scanUsed: 'server.capture_used',
  scanDamaged: 'server.capture_malformed',
  clock: 'server.capture_from_future',
  certificate: 'server.device_certificate_expired',
  deviceKey: 'server.capture_key_unknown',
  deviceNotAllowed: 'server.device_not_allowed',
  orderExpired: 'server.order_expired',
  consent: 'server.consent_missing',
  newConsent: 'server.consent_not_published',
  done: 'server.reference_done',
  inWork: 'server.reference_in_work',
  notKnown: 'server.reference_unknown',
  notAllowed: 'server.reference_not_allowed',
  failedOften: 'server.reference_failed_often',
  throttled: 'server.too_many_attempts',
  busy: 'server.busy',
  pending: 'server.submit_pending',
  authorityUnusable: 'server.authority_unusable',
  bankSilent: 'server.customer_not_fetched',
  interrupted: 'server.submission_interrupted',
}
