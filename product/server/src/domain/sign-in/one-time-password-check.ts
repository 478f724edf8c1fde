import type { OtpDetails } from '@ekyc/contract/shapes'

import { auditEvent } from '../audit/audit-trail.ts'
import { decideGuess, type OtpGuess } from './decide-otp-guess.ts'
import { latestEndOf } from './decide-otp.ts'
import { hourMs, secondMs } from '../durations.ts'
import { createOneTimeCodes, type OtpSettings } from './one-time-code.ts'
import { networksIn, type Origin } from './origin.ts'
import type { OtpBudget } from './otp-budget.ts'
import { Throttled } from '../refused.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Database } from '../stores.ts'
import type { OneTimePasswordPurpose } from './sign-in-stores.ts'

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
export type OneTimePasswordCheck = (
  database: Database,
  guess: Pick<OtpGuess, 'purposes'> & {
    mobile: string
    agent: Agent | undefined
    refId: string
    code: string
    origin: Origin
  },
) => Promise<Guess>

export type CheckOptions = OtpSettings & {
  budget: Pick<OtpBudget, 'count' | 'waitOf'>
  now: () => Date
  onEvent: (event: GuessEvent) => void
}

export function createOneTimePasswordCheck(options: CheckOptions): OneTimePasswordCheck {
  const { budget, policy, now, onEvent } = options
  const oneTimeCodes = createOneTimeCodes(options)

  return (database, { mobile, agent, refId, origin, purposes, code: typed }) => {
    const requester = origin.device ?? origin.network
    const at = now()
    return database.transaction(async stores => {
      const held = await stores.oneTimePasswords.takeTry({
        mobile,
        refId,
        requester,
        widerNetwork: origin.widerNetwork,
        at,
        latestEnd: latestEndOf(at, policy),
        hourAgo: new Date(at.getTime() - hourMs),
      })
      const { code, isTried } = held
      const bankWaitMs = budget.waitOf('wrong', at)
      const guess: OtpGuess = { purposes, origin, matches: handle => oneTimeCodes.matches(handle, typed) }
      const decision = decideGuess({ ...held, bankWaitMs }, guess, at, policy)
      if (decision.kind === 'throttle') {
        onEvent(decision.isOverBudget ? 'over-budget' : 'throttled')
        throw new Throttled('too_many_wrong_otps', decision.waitMs / secondMs)
      }
      onEvent(decision.kind)
      if (decision.kind === 'right') return { outcome: 'right', purpose: decision.purpose }
      const { kind: outcome } = decision
      if (decision.takesBudget) budget.count('wrong', at)
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
      return { outcome, ...(code && isTried && { details: oneTimeCodes.details(code, at) }) }
    })
  }
}
