import { branding } from '../../api/branding.ts'
import type { KycResult } from '../../session/session-state.ts'
import { shownTime } from '@ekyc/ui/shown-time.ts'
import { t } from '../../texts/t.ts'
import { authorityAdvice } from './authority-advice.ts'
import { isRefusal, refusalAdvice, type RefusalAdvice } from './refusal-advice.ts'

export function adviceOn({ authority, refusal, exception, displayMsg: says }: KycResult): RefusalAdvice {
  const version = branding().deviceServiceVersion
  if (authority) {
    const advice = authorityAdvice(authority, { happened: says, version })
    if (!exception) return advice
    // A person at the bank looks at the case again, so that no machine alone refuses a customer.
    const time = shownTime(exception.dueBy)
    return {
      ...advice,
      tell: t('exception.advice.tell', { time }),
      now: t('exception.slip.print'),
      nextStep: 'slip',
    }
  }
  return refusalAdvice(isRefusal(refusal) ? refusal : 'other', { says, version })
}
