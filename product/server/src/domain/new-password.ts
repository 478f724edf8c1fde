import type { Language } from '@ekyc/contract/languages'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { hashPrint } from './audit-records.ts'
import { auditEvent } from './audit-trail.ts'
import { enabledAgent } from './enabled-agent.ts'
import { nilId } from './new-id.ts'
import type { Notices } from './notices.ts'
import type { OneTimePasswords } from './one-time-passwords.ts'
import type { Origin } from './origin.ts'
import { decryptPassword } from './password-cipher.ts'
import type { PasswordHash } from './password-hash.ts'
import type { Policy } from './policy.ts'
import { Forbidden, OtpRefused, Refused } from './refused.ts'
import type { Agent, Caller, Database } from './stores.ts'

export type NewPassword = {
  /**
   * Sends a one-time password: to a signed-in agent for a change, to anybody else for a reset.
   * @throws Forbidden when the agent may not change the password
   */
  request(ask: {
    mobile: string
    caller: Caller | undefined
    origin: Origin
    /** The language of the SMS. */
    language?: Language
  }): Promise<OtpDetails>
  /**
   * Sets a password by a right one-time password, ends every session of the agent and every wait of the phone.
   * @throws Refused when the one-time password or the new password is not right
   */
  set(change: {
    mobile: string
    refId: string
    code: string
    ciphertext: string
    /** The passkeys that stay, of a change in a session. */
    keepPasskeys?: Uint8Array[]
    sentOn: Date | undefined
    caller: Caller | undefined
    origin: Origin
    language: Language | undefined
  }): Promise<void>
}

export function createNewPassword(options: {
  database: Database
  oneTimePasswords: OneTimePasswords
  passwordHash: PasswordHash
  notices: Notices
  policy: Policy
  now: () => Date
}): NewPassword {
  const { database, oneTimePasswords, passwordHash, notices, policy, now } = options

  return {
    async request({ mobile, caller, origin, language }) {
      if (caller && !caller.privileges.includes('SET_NEW_PASSWORD')) throw new Forbidden('privilege_missing')
      return database.transaction(async stores => {
        const agent = await enabledAgent(stores.agents.findByMobile(mobile))
        const purpose = caller ? 'change' : 'reset'
        const isSignedIn = caller !== undefined
        // An unknown phone costs the same statements.
        const passkeys = await stores.passkeys.listOf(agent?.id ?? nilId)
        const isForBank = !caller && passkeys.length > 0 && !mayReset(agent)
        const wish = { mobile, agent, purpose, origin, isSignedIn, isForBank, language } as const
        return oneTimePasswords.request(stores, wish)
      })
    },

    async set({ mobile, refId, code, ciphertext, keepPasskeys = [], sentOn, caller, origin, language }) {
      if (caller && caller.mobile !== mobile) throw new Forbidden('not_yours')
      const password = decryptPassword({ ciphertext, mobile, sentOn, now: now(), policy })
      if (password === undefined) throw new Refused('password_unreadable')

      // Outside the change's transaction: a try stays counted, whatever becomes of the rest.
      const agent = await enabledAgent(database.agents.findByMobile(mobile))
      const guess = await oneTimePasswords.check(database, {
        mobile,
        agent,
        purposes: caller ? ['first-time', 'reset', 'change'] : ['first-time', 'reset'],
        refId,
        code,
        origin,
      })
      if (guess.outcome !== 'right') throw new OtpRefused(guess)
      const { purpose } = guess
      if (!agent) throw new Refused('wrong_otp')

      const hash = await passwordHash.hash(password, agent.id)
      await database.transaction(async stores => {
        const actor = { agentId: agent.id, mobile, isSynthetic: agent.isSynthetic }
        const subject = `${purpose}, hash ${hashPrint(hash)}`
        const event = { at: now(), actor, action: 'password.set', subject, outcome: 'done' }
        const [isFirstUse] = await Promise.all([
          stores.oneTimePasswords.use(mobile, refId, now()),
          stores.agents.setPassword(agent.id, hash),
          stores.sessions.endAllOf(agent.id),
          stores.signInAttempts.unblock(mobile),
          notices.tell(stores, 'passwordChanged', actor, language),
          // An intruder may have added a passkey; without a session nobody can tell which ones stay.
          stores.passkeys.removeOthers(agent.id, caller ? keepPasskeys : []),
          stores.audit.append(auditEvent(event, origin)),
        ])
        if (!isFirstUse) throw new Refused('otp_spent')
      })
    },
  }

  /** Tells whether an agent with a passkey may reset the password by OTP alone: where the bank allows or demands it. */
  function mayReset(agent: Agent | undefined): boolean {
    return policy.otpResetsWithPasskey === 1 || agent?.resetDemanded === true || agent?.passwordHash === null
  }
}
