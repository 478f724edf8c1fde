import { signInTexts } from '@ekyc/contract/texts'

import { CallFailed, Unauthenticated, type FailureKind } from '../../api/call-errors.ts'

/**
 * What a log-in that was not granted means for the agent's next step:
 * - stay: the message, on this screen
 * - start-over: back to /, with the message
 * - reset-password: an OTP is sent and /otp opens
 * - check-again: user/check is asked anew and leads on
 */
export type NextStep = 'stay' | 'start-over' | 'reset-password' | 'check-again'

export function nextStepAfter(failure: unknown): NextStep {
  if (failure instanceof CallFailed) return afterFailure[failure.kind]
  if (failure instanceof Unauthenticated) return 'start-over'
  return afterRefusal[failure instanceof Error ? failure.message : ''] ?? 'check-again'
}

/** product.md section 4, password login failures. Any other refusal re-checks the user. */
const afterRefusal: Record<string, NextStep> = {
  [signInTexts.passwordIncorrect]: 'stay',
  [signInTexts.passwordUnreadable]: 'stay',
  [signInTexts.tokenNotFetched]: 'stay',
  [signInTexts.userNotVerified]: 'start-over',
  [signInTexts.otpVerificationFirst]: 'reset-password',
}

/** Trouble on the way is no verdict on the agent (decisions.md section 4). */
const afterFailure: Record<FailureKind, NextStep> = {
  network: 'stay',
  timeout: 'stay',
  throttled: 'stay',
  unavailable: 'stay',
  fault: 'check-again',
}
