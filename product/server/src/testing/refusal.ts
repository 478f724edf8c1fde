import {
  callErrors,
  countedRefusals,
  denials,
  failuresWithoutVerdict,
  overloads,
  refusals,
} from '@ekyc/contract/refusals'

import { defaultPolicy } from '../domain/policy.ts'

const texts = {
  ...refusals,
  reference_failed_often: countedRefusals.reference_failed_often(defaultPolicy.failuresPerReference),
  order_expired: countedRefusals.order_expired(defaultPolicy.orderLifeHours),
  ...failuresWithoutVerdict,
  ...denials,
  ...overloads,
  ...callErrors,
}

/** Returns the `response` of a refusal by the contract's tables. */
export function refusal<C extends keyof typeof texts>(code: C) {
  return { success: false, displayMsg: texts[code], code }
}
