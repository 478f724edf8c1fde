import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import { enabledAgent } from './enabled-agent.ts'
import type { Origin } from './origin.ts'
import type { PasskeyChallenges, PasskeyVerdict } from './passkey-challenges.ts'
import type { RelyingParty } from './ports.ts'
import { Refused } from './refused.ts'
import type { Opening } from './session-opening.ts'
import type { SignIn } from './sign-in.ts'
import type { Agent, Database } from './stores.ts'

export type PasskeyLogIn = {
  /** Tells the browser what a passkey must sign. Every phone gets the same answer, known or not. */
  startLogIn(ask: { mobile: string; relyingParty: RelyingParty; origin: Origin }): Promise<PasskeyRequest>
  /** @throws Refused when the passkey is not the phone's, or is not good */
  logIn(
    attempt: Pick<Opening, 'origin' | 'keyThumbprint' | 'language'> & {
      mobile: string
      credential: PasskeyAssertion
      relyingParty: RelyingParty
    },
  ): ReturnType<SignIn['open']>
}

export function createPasskeyLogIn(options: {
  database: Database
  signIn: SignIn
  challenges: PasskeyChallenges
  now: () => Date
}): PasskeyLogIn {
  const { database, signIn, challenges, now } = options
  return {
    async startLogIn({ mobile, relyingParty, origin }) {
      if (!(await database.signInAttempts.isVerified(mobile, now()))) throw new Refused('user_not_verified')
      return challenges.ask(relyingParty, { mobile, purpose: 'log-in', origin })
    },

    async logIn({ mobile, credential, relyingParty, ...opening }) {
      const { origin } = opening
      await signIn.refuseBlocked({ mobile, origin })
      const agent = await enabledAgent(database.agents.findByMobile(mobile))
      const verdict = await challenges.verify({
        agentId: agent?.id,
        mobile,
        purpose: 'log-in',
        credential,
        relyingParty,
      })
      const decision = decidePasskeyLogIn(agent, verdict)
      if (decision.kind === 'refuse') {
        await signIn.recordFailure({ agent, mobile, origin, subject: decision.subject })
        throw new Refused('passkey_not_accepted')
      }
      if (decision.kind === 'otp-first') throw new Refused('account_needs_otp')
      return signIn.open(decision.agent, { ...opening, subject: 'passkey', isPasskey: true })
    },
  }
}

/** Decides what a passkey opens. Its refusals are alike for the caller; the audit row's subject tells a copied passkey. */
export function decidePasskeyLogIn<A extends Pick<Agent, 'resetDemanded'>>(
  agent: A | undefined,
  verdict: PasskeyVerdict,
): { kind: 'session'; agent: A } | { kind: 'otp-first' } | { kind: 'refuse'; subject: string } {
  if (verdict === 'counter went back') return { kind: 'refuse', subject: 'passkey whose counter went back' }
  if (!agent || verdict === 'not good') return { kind: 'refuse', subject: 'passkey' }
  return agent.resetDemanded ? { kind: 'otp-first' } : { kind: 'session', agent }
}
