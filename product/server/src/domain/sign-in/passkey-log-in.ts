import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import { enabledAgent } from '../agents/enabled-agent.ts'
import type { Origin } from './origin.ts'
import type { PasskeyChallenges, PasskeyVerdict } from './passkey-challenges.ts'
import type { RelyingParty } from '../ports.ts'
import { Refused } from '../refused.ts'
import type { Opening } from './session-opening.ts'
import type { SignIn } from './sign-in.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Database } from '../stores.ts'

export type PasskeyLogIn = {
  /** Returns the options for a passkey's signature. Known and unknown phones get the same answer. */
  startLogIn(ask: { mobile: string; relyingParty: RelyingParty; origin: Origin }): Promise<PasskeyRequest>
  /** Opens a session. @throws Refused when the answer is not valid, or the passkey is another agent's */
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

/** Decides whether a passkey opens a session. All refusals look the same to the caller, but not in the audit row. */
export function decidePasskeyLogIn<A extends Pick<Agent, 'resetDemanded'>>(
  agent: A | undefined,
  verdict: PasskeyVerdict,
): { kind: 'session'; agent: A } | { kind: 'otp-first' } | { kind: 'refuse'; subject: string } {
  if (verdict === 'counter went back') return { kind: 'refuse', subject: 'passkey whose counter went back' }
  if (verdict === 'not written by a server')
    return { kind: 'refuse', subject: 'passkey that no server wrote' }
  if (!agent || verdict === 'not good') return { kind: 'refuse', subject: 'passkey' }
  return agent.resetDemanded ? { kind: 'otp-first' } : { kind: 'session', agent }
}
