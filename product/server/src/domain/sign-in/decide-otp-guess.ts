import { anyLogIn, latestEndOf } from './decide-otp.ts'
import { hourMs } from '../durations.ts'
import { waitOf } from './one-time-password-limits.ts'
import type { Origin } from './origin.ts'
import type { Policy } from '../policy.ts'
import type { OneTimePassword, OneTimePasswordPurpose, OneTimePasswordStore } from './sign-in-stores.ts'

/** All stored data that decides about a guess. The guess is already counted as a try. */
export type HeldGuess = Awaited<ReturnType<OneTimePasswordStore['takeTry']>> & {
  /** The milliseconds until the bank's budget has room for wrong codes of unknown requesters again. */
  bankWaitMs: number
}

export type OtpGuess = {
  /** The accepted purposes. A code for another purpose counts as wrong. */
  purposes: OneTimePasswordPurpose[]
  origin: Pick<Origin, 'device'>
  /** Compares the typed code with the stored code. The function is not called for a throttled guess. */
  matches: (code: OneTimePassword) => boolean
}

export type GuessDecision =
  | { kind: 'throttle'; waitMs: number; isOverBudget: boolean }
  | { kind: 'right'; purpose: OneTimePasswordPurpose }
  | { kind: 'wrong' | 'spent' | 'expired'; takesBudget: boolean }

export function decideGuess(held: HeldGuess, guess: OtpGuess, at: Date, policy: Policy): GuessDecision {
  const { code, isTried } = held
  const isDevice = guess.origin.device !== undefined
  // A log-in code is stored as known, but many stolen passwords give many guesses from unknown browsers.
  const isUnknown = !isDevice && (code?.isKnown !== true || code.requester === anyLogIn)
  const bankMs = isUnknown ? held.bankWaitMs : 0
  const waitMs = Math.max(ownWait(held, isDevice, at, policy), bankMs)
  if (waitMs > 0) return { kind: 'throttle', waitMs, isOverBudget: bankMs > 0 }

  if (!code) return { kind: 'wrong', takesBudget: false }
  if (!isTried) return { kind: whyOver(code, at, policy), takesBudget: false }
  if (guess.purposes.includes(code.purpose) && guess.matches(code))
    return { kind: 'right', purpose: code.purpose }
  // A guess for a handle without a code must not use the budget, because no guess opens such a handle.
  return { kind: 'wrong', takesBudget: isUnknown && code.codeHash !== null }
}

function ownWait(
  { wrongOnes, wrongOfWiderNetwork }: HeldGuess,
  isDevice: boolean,
  at: Date,
  { wrongOtpsPerHour: limit, widerNetworkFold }: Policy,
): number {
  const ofRequester = waitOf(wrongOnes, limit, hourMs, at)
  return isDevice
    ? ofRequester
    : Math.max(ofRequester, waitOf(wrongOfWiderNetwork, limit * widerNetworkFold, hourMs, at))
}

function whyOver({ expiresOn, usedOn }: OneTimePassword, at: Date, policy: Policy): 'spent' | 'expired' {
  const isOver = expiresOn <= at || expiresOn > latestEndOf(at, policy)
  return isOver && !usedOn ? 'expired' : 'spent'
}
