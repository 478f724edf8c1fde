import { branding } from '../../api/branding.ts'
import type { KycResult } from '../../session/session-state.ts'
import { authorityAdvice } from './authority-advice.ts'
import { isRefusal, refusalAdvice, type RefusalAdvice } from './refusal-advice.ts'

export function adviceOn({ authority, refusal, displayMsg: says }: KycResult): RefusalAdvice {
  const version = branding().deviceServiceVersion
  if (authority) return authorityAdvice(authority, { happened: says, version })
  return refusalAdvice(isRefusal(refusal) ? refusal : 'other', { says, version })
}
