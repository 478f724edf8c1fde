import { signInTexts } from '@ekyc/contract/texts'

import { CallFailed, Refused, Unauthenticated } from '@ekyc/ui/call-errors.ts'

/**
 * The next step after a refused log-in:
 * - stay: show the message on this screen
 * - start-over: go back to / with the message
 * - reset-password: have an OTP sent and open /otp
 * - check-again: call user/check again and follow its answer
 */
export type NextStep = 'stay' | 'start-over' | 'reset-password' | 'check-again'

/** @param otherwise the step after a refusal that product.md does not name */
export function nextStepAfter(failure: unknown, otherwise: NextStep = 'check-again'): NextStep {
  // A failed call says nothing about the agent (decisions.md section 4).
  if (failure instanceof CallFailed) return failure.kind === 'fault' ? 'check-again' : 'stay'
  if (failure instanceof Unauthenticated) return 'start-over'
  if (failure instanceof Refused && isOfSecondFactor(failure)) return 'stay'
  return afterRefusal[failure instanceof Error ? failure.message : ''] ?? otherwise
}

/** Tells whether the password was right, and the OTP is missing or wrong. */
function isOfSecondFactor({ answer }: Refused): boolean {
  return 'otpRequired' in answer || 'otpDetails' in answer
}

/**
 * Implements product.md section 4, password login failures. After any other refusal of a password, the portal checks
 * the user again.
 */
const afterRefusal: Record<string, NextStep> = {
  [signInTexts.passwordIncorrect]: 'stay',
  [signInTexts.passwordUnreadable]: 'stay',
  [signInTexts.tokenNotFetched]: 'stay',
  [signInTexts.userNotVerified]: 'start-over',
  [signInTexts.otpVerificationFirst]: 'reset-password',
}
