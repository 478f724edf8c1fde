import type { OtpDetails } from '@ekyc/contract/shapes'

import type { Agent } from '../agents/agents.ts'
import { auditEvent } from '../audit/audit-trail.ts'
import { hourMs, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import type { Policy } from '../policy.ts'
import { Throttled } from '../call-errors.ts'
import type { Stores } from '../stores.ts'
import { anyLogIn, latestCodeExpiry, waitOf } from './decide-otp.ts'
import { detailsOfOtp, otpMatches } from './otp-code.ts'
import { networksIn, type Origin } from './origin.ts'
import type { OneTimePassword, OneTimePasswordPurpose } from './sign-in-stores.ts'

export type Guess =
  | { outcome: 'right'; purpose: OneTimePasswordPurpose }
  /** `details` describes the handle and the tries that are left, if the handle is still live. */
  | { outcome: 'wrong' | 'spent' | 'expired'; details?: OtpDetails }

/** 'over-budget' means that the budget of the whole bank withheld a code, or throttled a request or a guess. */
export type GuessEvent = Guess['outcome'] | 'throttled' | 'over-budget'

/**
 * Counts a try, and then compares the typed code.
 * @throws Throttled when the requester has given too many wrong codes, or the bank's budget of wrong codes is used up
 */
export function checkOtp(
  context: Pick<Context, 'database' | 'otpKeys' | 'otpMessage' | 'otpBudget' | 'policy' | 'now' | 'onOtp'>,
  typedOtp: Pick<OtpGuess, 'purposes'> & {
    mobile: string
    agent: Agent | undefined
    refId: string
    code: string
    origin: Origin
  },
): Promise<Guess> {
  const { database, otpBudget, policy, now, onOtp } = context
  const { mobile, agent, refId, origin, purposes, code: typed } = typedOtp
  const requester = origin.device ?? origin.network
  const at = now()
  return database.transaction(async stores => {
    const held = await stores.oneTimePasswords.takeTry({
      mobile,
      refId,
      requester,
      widerNetwork: origin.widerNetwork,
      at,
      latestEnd: latestCodeExpiry(at, policy),
      hourAgo: new Date(at.getTime() - hourMs),
    })
    const { code, isTried } = held
    const bankWaitMs = otpBudget.waitOf('wrong', at)
    const guess: OtpGuess = { purposes, origin, matches: handle => otpMatches(context, handle, typed) }
    const decision = decideGuess({ ...held, bankWaitMs }, guess, at, policy)
    if (decision.kind === 'throttle') {
      onOtp(decision.isOverBudget ? 'over-budget' : 'throttled')
      throw new Throttled('too_many_wrong_otps', decision.waitMs / secondMs)
    }
    onOtp(decision.kind)
    if (decision.kind === 'right') return { outcome: 'right', purpose: decision.purpose }
    const { kind: outcome } = decision
    if (decision.takesBudget) otpBudget.count('wrong', at)
    const actor = { agentId: agent?.id, mobile }
    const subject = code?.purpose ?? 'unknown handle'
    const event = { at: now(), actor, action: 'password.check-otp' as const, subject, outcome }
    await Promise.all([
      ...(origin.device === undefined ? networksIn(origin) : [requester]).map(one =>
        stores.oneTimePasswords.markWrong({ requester: one, at }),
      ),
      outcome === 'expired' && stores.oneTimePasswords.endIfOver(mobile, at),
      stores.audit.append(auditEvent(event, origin)),
    ])
    return { outcome, ...(code && isTried && { details: detailsOfOtp(context, code, at) }) }
  })
}

/** All stored data that decides about a guess. The guess is already counted as a try. */
type HeldGuess = Awaited<ReturnType<Stores['oneTimePasswords']['takeTry']>> & {
  /** The milliseconds until the bank's budget has room for wrong codes of unknown requesters again. */
  bankWaitMs: number
}

type OtpGuess = {
  /** The accepted purposes. A code for another purpose counts as wrong. */
  purposes: OneTimePasswordPurpose[]
  origin: Pick<Origin, 'device'>
  /** Compares the typed code with the stored code. The function is not called for a throttled guess. */
  matches: (code: OneTimePassword) => boolean
}

type GuessDecision =
  | { kind: 'throttle'; waitMs: number; isOverBudget: boolean }
  | { kind: 'right'; purpose: OneTimePasswordPurpose }
  | { kind: 'wrong' | 'spent' | 'expired'; takesBudget: boolean }

function decideGuess(held: HeldGuess, guess: OtpGuess, at: Date, policy: Policy): GuessDecision {
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
  const isOver = expiresOn <= at || expiresOn > latestCodeExpiry(at, policy)
  return isOver && !usedOn ? 'expired' : 'spent'
}
