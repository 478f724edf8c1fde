import { signInTexts } from '@ekyc/contract/texts'

import { CallFailed, Refused, Unauthenticated } from '@ekyc/ui/call-errors.ts'

/**
 * The next step after a refused log-in:
 * - stay: this screen shows the message
 * - start-over: the portal opens the log-in screen (path /), which shows the message
 * - reset-password: the server sends an OTP, and /otp opens
 * - check-again: the portal calls user/check again and follows its answer
 */
export type NextStep = 'stay' | 'start-over' | 'reset-password' | 'check-again'

/** Returns the next step after a failed log-in, or `otherwise` for a refusal that product.md does not name. */
export function nextStepAfter(failure: unknown, otherwise: NextStep = 'check-again'): NextStep {
  // A failed call tells nothing about the agent's account (decisions.md section 4).
  if (failure instanceof CallFailed) return failure.kind === 'fault' ? 'check-again' : 'stay'
  if (failure instanceof Unauthenticated) return 'start-over'
  if (failure instanceof Refused && isOfSecondFactor(failure)) return 'stay'
  return afterRefusal[failure instanceof Error ? failure.message : ''] ?? otherwise
}

/** Tells whether the password was right, but the OTP is missing or wrong. */
function isOfSecondFactor({ answer }: Refused): boolean {
  return 'otpRequired' in answer || 'otpDetails' in answer
}

/** The next step after the refusals that product.md names (section 4, password login failures). */
const afterRefusal: Record<string, NextStep> = {
  [signInTexts.passwordIncorrect]: 'stay',
  [signInTexts.passwordUnreadable]: 'stay',
  [signInTexts.tokenNotFetched]: 'stay',
  [signInTexts.userNotVerified]: 'start-over',
  [signInTexts.otpVerificationFirst]: 'reset-password',
}
