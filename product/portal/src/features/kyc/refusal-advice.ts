import type { AuthorityError } from '@ekyc/contract/authority-errors'
import { isRecord } from '@ekyc/contract/is-record'
import type { ResponseCode } from '@ekyc/contract/refusals'
import { CallFailed, Refused, type FailureKind } from '@ekyc/ui/browser/call-errors.ts'
import { isEnglish, serverText } from '@ekyc/ui/texts/shown.ts'

import type { Advice } from '../../scanner/problem-view.tsx'
import { t, textOf, type NameIn } from '../../texts/t.ts'

export type RefusalName = NameIn<'refusal.', '.tell'>

export type NextStep = AuthorityError['nextStep'] | 'list' | 'dashboard' | 'slip'

export type RefusalAdvice = Advice & { nextStep: NextStep }

/** @param says the server's or error's text; English pages show it small below plainer words (product.md section 8) */
export function refusalAdvice(
  name: RefusalName,
  { says, version }: { says: string; version: string },
): RefusalAdvice {
  const { nextStep, codes } = refusals[name]
  const happened = textOf(`refusal.${name}.happened`) ?? serverText(codes[0])
  return {
    happened: happened ?? says,
    tell: t(`refusal.${name}.tell`),
    now: t(`refusal.${name}.now`, { version }),
    nextStep,
    support: happened && isEnglish() ? [says] : [],
  }
}

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
  return Object.keys(refusals)
    .filter(isRefusal)
    .find(name => refusals[name].codes.some(each => each === code))
}

/** The session's storage may hold any text, so a stored name needs this check. */
export function isRefusal(name: string): name is RefusalName {
  return Object.hasOwn(refusals, name)
}

const withoutAnswer: Partial<Record<FailureKind, RefusalName>> = { timeout: 'slow' }
const byStatus: Record<number, RefusalName> = {
  403: 'notPermitted',
  429: 'throttled',
  503: 'busy',
  504: 'authoritySilent',
}

/** For a refusal without a text `happened`, languages other than English show the text of its first code. */
const refusals: Record<RefusalName, { nextStep: NextStep; codes: readonly ResponseCode[] }> = {
  scanTooOld: { nextStep: 'retry', codes: ['capture_stale'] },
  scanUsed: { nextStep: 'retry', codes: ['capture_used'] },
  scanDamaged: { nextStep: 'retry', codes: ['capture_malformed'] },
  clock: { nextStep: 'retry', codes: ['capture_from_future', 'capture_clock_slow', 'capture_before_order'] },
  certificate: { nextStep: 'check-scanner', codes: ['device_certificate_expired'] },
  deviceKey: { nextStep: 'check-scanner', codes: ['capture_key_unknown'] },
  deviceNotAllowed: { nextStep: 'retry', codes: ['device_not_allowed'] },
  orderExpired: { nextStep: 'retry', codes: ['order_expired'] },
  consent: { nextStep: 'retry', codes: ['consent_missing'] },
  newConsent: { nextStep: 'retry', codes: ['consent_not_published'] },
  done: { nextStep: 'next-customer', codes: ['reference_done'] },
  inWork: { nextStep: 'list', codes: ['reference_in_work'] },
  notKnown: { nextStep: 'retry', codes: ['reference_unknown'] },
  notAllowed: { nextStep: 'next-customer', codes: ['reference_not_allowed'] },
  failedOften: { nextStep: 'next-customer', codes: ['reference_failed_often'] },
  notPermitted: { nextStep: 'dashboard', codes: ['not_yours', 'privilege_missing'] },
  notInOrder: { nextStep: 'dashboard', codes: ['operator_dormant', 'operator_stopped'] },
  throttled: {
    nextStep: 'retry',
    codes: [
      'too_many_attempts',
      'too_many_unknown_references',
      'too_many_reference_checks',
      'operator_limit',
    ],
  },
  busy: { nextStep: 'retry', codes: ['busy', 'too_many_at_once', 'bank_away', 'database_away', 'migrating'] },
  pending: { nextStep: 'list', codes: ['submit_pending'] },
  authoritySilent: { nextStep: 'retry', codes: ['authority_timeout'] },
  authorityUnusable: { nextStep: 'retry', codes: ['authority_unusable'] },
  bankSilent: { nextStep: 'retry', codes: ['customer_not_fetched', 'result_not_taken'] },
  bankUnusable: { nextStep: 'next-customer', codes: ['bank_unusable'] },
  interrupted: { nextStep: 'retry', codes: ['submission_interrupted'] },
  fault: {
    nextStep: 'retry',
    codes: ['fault', 'field_missing', 'field_invalid', 'body_not_json', 'body_too_large', 'call_invalid'],
  },
  offline: { nextStep: 'retry', codes: [] },
  slow: { nextStep: 'retry', codes: ['request_timeout'] },
  unanswered: { nextStep: 'list', codes: [] },
  other: { nextStep: 'retry', codes: [] },
}
