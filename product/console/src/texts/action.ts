import { unverifiedCodes } from '@ekyc/contract/refusals'
import { textOf } from '@ekyc/ui/t.ts'

import { shownReason } from './reason.ts'
import { t } from './t.ts'

/** An action of a former release, which has no words any more, keeps its technical name. */
export function shownAction(action: string): string {
  return textOf(`action.${action}`) ?? action
}

/** The outcome of some actions is the reason of a refusal or of an exception, or the version of the consent text. */
export function shownOutcome(action: string, outcome: string): string {
  if (action === 'consent.give') return t('ended.ofVersion', { version: outcome })
  const code = unverifiedCodes.find(one => one === outcome)
  if (code) return shownReason(code)
  return textOf(`ended.${outcome}`) ?? textOf(`exception.reason.${outcome}`) ?? outcome
}
