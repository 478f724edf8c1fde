import type { OneTimePasswords } from './one-time-passwords.ts'
import type { Policy } from '../policy.ts'
import { OtpRefused, SecondFactorMissing } from '../refused.ts'
import { decideSecondFactor, type FactorWish, type SecondFactor } from './second-factor.ts'
import type { Opening } from './session-opening.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { CountedRequester } from './sign-in-stores.ts'
import type { Database } from '../stores.ts'

/** The second factor in a log-in call, or the client's wish for one. */
export type ShownFactor = {
  otp?: { refId: string; code: string } | undefined
  wish?: FactorWish
}

/**
 * Checks the second factor of a log-in whose password was right.
 * @returns those options of the new session that depend on the second factor
 * @throws Refused when the second factor is missing or wrong. The right password then does not count as a failure, and
 * the requester does not become trusted.
 */
export type SecondFactorCheck = (
  logIn: ShownFactor &
    Pick<Opening, 'origin' | 'language'> & {
      agent: Agent
      counted: CountedRequester
    },
  at: Date,
) => Promise<Pick<Opening, 'otpRefId' | 'until' | 'beginsGrace'>>

export function createSecondFactorCheck(options: {
  database: Database
  oneTimePasswords: OneTimePasswords
  secondFactor: SecondFactor
  policy: Policy
}): SecondFactorCheck {
  const { database, oneTimePasswords, secondFactor: mode, policy } = options

  return async ({ agent, counted, origin, language, otp, wish }, at) => {
    const { mobile } = agent
    if (otp && mode !== 'off') {
      await database.signInAttempts.clear(mobile, counted.address)
      const typed = { mobile, agent, purposes: ['log-in' as const], ...otp, origin }
      const guess = await oneTimePasswords.check(database, typed)
      if (guess.outcome !== 'right') throw new OtpRefused(guess)
      return { otpRefId: otp.refId }
    }

    const decision = decideSecondFactor({ mode, agent, counted, device: origin.device, wish }, at, policy)
    if (decision.kind === 'open') return { until: decision.until, beginsGrace: decision.beginsGrace }
    const isDemanded = decision.kind === 'demand'
    const otpDetails = await database.transaction(async stores => {
      await stores.signInAttempts.clear(mobile, counted.address)
      const ask = { mobile, agent, purpose: 'log-in', origin, isSignedIn: false, language } as const
      return isDemanded ? oneTimePasswords.request(stores, ask) : null
    })
    throw new SecondFactorMissing(otpDetails, isDemanded ? undefined : decision.until)
  }
}
