import { callErrors, denials, failuresWithoutVerdict, overloads, refusals } from '@ekyc/contract/refusals'

const texts = { ...refusals, ...failuresWithoutVerdict, ...denials, ...overloads, ...callErrors }

/** The `response` of a refusal, as the contract's tables have it. */
export function refusal<C extends keyof typeof texts>(code: C) {
  return { success: false, displayMsg: texts[code], code }
}
