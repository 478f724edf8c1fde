import { latestEndOf } from './decide-otp.ts'
import { hourMs } from './durations.ts'
import { waitOf } from './one-time-password-limits.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { OneTimePassword, OneTimePasswordPurpose, OneTimePasswordStore } from './stores.ts'

/** Everything stored that decides about a guess, whose try is counted already. */
export type HeldGuess = Awaited<ReturnType<OneTimePasswordStore['takeTry']>> & {
  /** The milliseconds until the bank's budget has room for wrong codes of unknown requesters again. */
  bankWaitMs: number
}

export type OtpGuess = {
  /** A code of another purpose is wrong. */
  purposes: OneTimePasswordPurpose[]
  origin: Pick<Origin, 'device'>
  /** Compares the typed code; a throttled one is not compared. */
  matches: (code: OneTimePassword) => boolean
}

export type GuessDecision =
  | { kind: 'throttle'; waitMs: number; isOverBudget: boolean }
  | { kind: 'right'; purpose: OneTimePasswordPurpose }
  /** takesBudget: the guess counts among the bank's wrong ones */
  | { kind: 'wrong' | 'spent' | 'expired'; takesBudget: boolean }

/** Decides what a typed one-time password comes to. */
export function decideGuess(held: HeldGuess, guess: OtpGuess, at: Date, policy: Policy): GuessDecision {
  const { code, isTried } = held
  const isDevice = guess.origin.device !== undefined
  const isUnknown = !isDevice && code?.isKnown !== true
  const bankMs = isUnknown ? held.bankWaitMs : 0
  const waitMs = Math.max(ownWait(held, isDevice, at, policy), bankMs)
  if (waitMs > 0) return { kind: 'throttle', waitMs, isOverBudget: bankMs > 0 }

  if (!code) return { kind: 'wrong', takesBudget: false }
  if (!isTried) return { kind: whyOver(code, at, policy), takesBudget: false }
  if (guess.purposes.includes(code.purpose) && guess.matches(code))
    return { kind: 'right', purpose: code.purpose }
  // Guesses at handles that nothing opens must not spend the budget.
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
