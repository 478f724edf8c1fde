import type { OtpDetails } from '@ekyc/contract/shapes'

import type { Agent } from '../agents/agents.ts'
import { recordCall } from '../audit/audit-events.ts'
import { hourMs, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import type { Policy } from '../policy.ts'
import { OtpRefused, Throttled } from '../call-errors.ts'
import {
  unknownLogInRequester,
  latestPossibleExpiry,
  longestWait,
  type OtpHandle,
  type OtpPurpose,
} from './decide-otp.ts'
import { detailsOfOtp, otpMatches } from './otp-code.ts'
import { networkLimits, type CallOrigin } from './call-origin.ts'

type OtpCheckResult =
  | { outcome: 'right'; purpose: OtpPurpose }
  /** `details` describes the handle and the tries that are left, if the handle is still live. */
  | { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }

/** 'over-budget' means that the budget of the whole bank withheld a code, or throttled a request or a guess. */
export type OtpCheckEvent = OtpCheckResult['outcome'] | 'throttled' | 'over-budget'

/**
 * Counts a try, and then compares the typed code. The try stays counted when the code is refused.
 * @throws OtpRefused when the code is wrong, used or expired
 * @throws Throttled when the requester has given too many wrong codes, or the bank's budget of wrong codes is used up
 */
export async function checkOtp(
  context: Context,
  typedOtp: {
    mobile: string
    agent: Agent | undefined
    /** The accepted purposes. A code for another purpose counts as wrong. */
    purposes: OtpPurpose[]
    refId: string
    code: string
    origin: CallOrigin
  },
): Promise<OtpPurpose> {
  const { database, otpBudget, policy, now, onOtp } = context
  const { mobile, agent, refId, origin, purposes, code: typed } = typedOtp
  const { device } = origin
  const limit = policy.wrongOtpsPerHour
  const limits: [guesser: string, limit: number][] =
    device === undefined ? networkLimits(origin, limit, policy) : [[device, limit]]
  const guessers = limits.map(([guesser]) => guesser)
  const at = now()
  const result = await database.transaction(async (stores): Promise<OtpCheckResult> => {
    const latestEnd = latestPossibleExpiry(at, policy)
    const { code, isTried, wrongGuesses } = await stores.oneTimePasswords.takeTry({
      mobile,
      refId,
      guessers,
      at,
      latestEnd,
    })
    // A log-in code is stored as known, but many stolen passwords give many guesses from unknown browsers.
    const isUnknown =
      device === undefined && (code?.isKnown !== true || code.requester === unknownLogInRequester)
    const bankMs = isUnknown ? otpBudget.waitOf('wrong', at) : 0
    const ofGuessers = limits.map(([guesser, most]) => {
      const events = wrongGuesses.filter(guess => guess.address === guesser)
      return { events, limit: most, perMs: hourMs }
    })
    const waitMs = Math.max(longestWait(at, ofGuessers), bankMs)
    if (waitMs > 0) {
      onOtp(bankMs > 0 ? 'over-budget' : 'throttled')
      throw new Throttled('too_many_wrong_otps', waitMs / secondMs)
    }
    if (code && isTried && purposes.includes(code.purpose) && otpMatches(context, code, typed)) {
      onOtp('right')
      return { outcome: 'right', purpose: code.purpose }
    }
    const outcome = code && !isTried ? whyOver(code, at, policy) : 'wrong'
    onOtp(outcome)
    // A guess for a handle without a code must not use the budget, because no guess opens such a handle.
    if (isUnknown && isTried && code && code.codeHash !== null) otpBudget.count('wrong', at)
    const actor = { agentId: agent?.id, mobile }
    const subject = code?.purpose ?? 'unknown handle'
    await Promise.all([
      ...guessers.map(address =>
        stores.signInAttempts.mark({ address, kind: 'wrong-otp', mark: newId(at), at }),
      ),
      outcome === 'expired' && stores.oneTimePasswords.endIfOver(mobile, at),
      recordCall(stores, origin, { at: now(), actor, action: 'password.check-otp', subject, outcome }),
    ])
    return { outcome, ...(code && isTried && { details: detailsOfOtp(context, code, at) }) }
  })
  if (result.outcome !== 'right') throw new OtpRefused(result)
  return result.purpose
}

function whyOver({ expiresOn, usedOn }: OtpHandle, at: Date, policy: Policy): 'spent' | 'expired' {
  const isOver = expiresOn <= at || expiresOn > latestPossibleExpiry(at, policy)
  return isOver && !usedOn ? 'expired' : 'spent'
}
