import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import { enabledAgent } from '../agents/enabled-agent.ts'
import type { Origin } from './origin.ts'
import { askPasskey, verifyPasskey, type PasskeyVerdict } from './passkey-challenges.ts'
import type { RelyingParty } from '../ports.ts'
import { Refused } from '../refused.ts'
import { openSession, recordFailure, refuseBlocked, type OpenedSession, type Opening } from './log-in.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Context } from '../context.ts'

/** Returns the options for a passkey's signature. Known and unknown phones get the same answer. */
export async function startPasskeyLogIn(
  context: Context,
  { mobile, relyingParty, origin }: { mobile: string; relyingParty: RelyingParty; origin: Origin },
): Promise<PasskeyRequest> {
  if (!(await context.database.signInAttempts.isVerified(mobile, context.now())))
    throw new Refused('user_not_verified')
  return askPasskey(context, relyingParty, { mobile, purpose: 'log-in', origin })
}

/** Opens a session. @throws Refused when the answer is not valid, or the passkey is another agent's */
export async function logInByPasskey(
  context: Context,
  {
    mobile,
    credential,
    relyingParty,
    ...opening
  }: Pick<Opening, 'origin' | 'keyThumbprint' | 'language'> & {
    mobile: string
    credential: PasskeyAssertion
    relyingParty: RelyingParty
  },
): Promise<OpenedSession> {
  const { origin } = opening
  await refuseBlocked(context, { mobile, origin })
  const agent = await enabledAgent(context.database.agents.findByMobile(mobile))
  const signed = { agentId: agent?.id, mobile, purpose: 'log-in', credential, relyingParty } as const
  const decision = decidePasskeyLogIn(agent, await verifyPasskey(context, signed))
  if (decision.kind === 'refuse') {
    await recordFailure(context, { agent, mobile, origin, subject: decision.subject })
    throw new Refused('passkey_not_accepted')
  }
  if (decision.kind === 'otp-first') throw new Refused('account_needs_otp')
  return openSession(context, decision.agent, { ...opening, subject: 'passkey', isPasskey: true })
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
