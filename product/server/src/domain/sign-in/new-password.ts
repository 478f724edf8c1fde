import type { Language } from '@ekyc/contract/languages'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { enabledAgent, type Agent, type Caller } from '../agents/agents.ts'
import { recordCall } from '../audit/audit-events.ts'
import type { Context } from '../context.ts'
import { sendSecurityNotice } from '../messages/sms-texts.ts'
import { nilId } from '../ids.ts'
import { Forbidden, Refused } from '../call-errors.ts'
import { checkOtp } from './check-otp.ts'
import { requestOtp } from './send-otp.ts'
import type { CallOrigin } from './call-origin.ts'
import { decryptPassword } from './passwords.ts'
import { isTrustedDevice, trustAfterLogIn } from './waits-and-trust.ts'

export async function requestNewPassword(
  context: Context,
  {
    mobile,
    caller,
    origin,
    language,
  }: { mobile: string; caller: Caller | undefined; origin: CallOrigin; language?: Language },
): Promise<OtpDetails> {
  const { database, now } = context
  if (caller && !caller.privileges.includes('SET_NEW_PASSWORD')) throw new Forbidden('privilege_missing')
  return database.transaction(async stores => {
    const agent = await enabledAgent(stores, mobile)
    const purpose = caller ? 'change' : 'reset'
    // An unknown phone causes the same statements, so that the response time is the same as for a known one.
    const [passkeys, isKnown] = await Promise.all([
      stores.passkeys.listOf(agent?.id ?? nilId),
      isTrustedDevice(stores, mobile, origin, now()),
    ])
    const isForBank = !caller && !isResetDemanded(agent) && !mayReset(context, passkeys.length > 0, isKnown)
    const request = { mobile, agent, purpose, origin, isForBank, language } as const
    return requestOtp(context, stores, request)
  })
}

export async function setNewPassword(
  context: Context,
  change: {
    mobile: string
    refId: string
    code: string
    ciphertext: string
    /** The passkeys that stay after a change in a session. All others are removed. */
    keepPasskeys?: Uint8Array[]
    sentOn: Date | undefined
    caller: Caller | undefined
    origin: CallOrigin
    language: Language | undefined
  },
): Promise<void> {
  const { database, passwordHash, policy, now } = context
  const { mobile, refId, code, ciphertext, keepPasskeys = [], sentOn, caller, origin, language } = change
  if (caller && caller.mobile !== mobile) throw new Forbidden('not_yours')
  const password = decryptPassword({ ciphertext, mobile, sentOn, now: now(), policy })
  if (password === undefined) throw new Refused('password_unreadable')

  // The check is outside the transaction of the change, so that the try stays counted even if the change fails.
  const agent = await enabledAgent(database, mobile)
  const purpose = await checkOtp(context, {
    mobile,
    agent,
    purposes: caller ? ['first-time', 'reset', 'change'] : ['first-time', 'reset'],
    refId,
    code,
    origin,
  })
  if (!agent) throw new Refused('wrong_otp')

  const hash = await passwordHash.hash(password, agent.id)
  await database.transaction(async stores => {
    const actor = { agentId: agent.id, mobile }
    const [isFirstUse] = await Promise.all([
      stores.oneTimePasswords.use(mobile, refId, now()),
      stores.agents.setPassword(agent.id, hash),
      stores.sessions.endSome({ agentId: agent.id, at: now() }),
      stores.signInAttempts.unblock(mobile),
      stores.signInAttempts.forgive(trustAfterLogIn(now(), mobile, origin, policy, true)),
      sendSecurityNotice(context, stores, 'passwordChanged', actor, language),
      // An intruder may have added a passkey. Without a session no passkey stays, because nobody can tell which
      // ones are the agent's.
      stores.passkeys.removeOthers(agent.id, caller ? keepPasskeys : []),
      recordCall(stores, origin, { at: now(), actor, action: 'password.set', subject: purpose }),
    ])
    if (!isFirstUse) throw new Refused('otp_spent')
  })
}

/**
 * Tells whether a one-time password alone may reset the password. If the agent has a passkey, the bank must allow
 * this. If two factors are required, the agent must have logged in from this browser before: otherwise anybody with
 * the agent's SIM would have both factors.
 */
function mayReset({ policy, secondFactor }: Context, hasPasskey: boolean, isKnown: boolean): boolean {
  if (hasPasskey && policy.otpResetsWithPasskey === 0) return false
  return isKnown || secondFactor !== 'required'
}

function isResetDemanded(agent: Agent | undefined): boolean {
  return agent?.resetDemanded === true || agent?.passwordHash === null
}
