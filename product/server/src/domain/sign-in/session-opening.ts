import { randomBytes } from 'node:crypto'

import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { Language } from '@ekyc/contract/languages'
import { indiaDate } from '@ekyc/contract/india-time'

import { auditEvent } from '../audit/audit-trail.ts'
import { DatabaseBusy } from '../database-away.ts'
import { trustFrom } from './decide-sign-in.ts'
import type { Notices } from '../messages/notices.ts'
import type { Origin } from './origin.ts'
import type { Policy } from '../policy.ts'
import { Refused } from '../refused.ts'
import type { Sessions } from './sessions.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Database } from '../stores.ts'

export type Opening = {
  origin: Origin
  keyThumbprint: Uint8Array | undefined
  /** The subject of the audit row. */
  subject: string
  /** The language of an SMS about a new device. */
  language: Language | undefined
  /** The new hash that replaces the agent's password hash. */
  newHash?: string | undefined
  /** The handle of the log-in's one-time password. Opening the session uses up the one-time password. */
  otpRefId?: string | undefined
  /** True if the agent logged in with a passkey, which counts as two factors. */
  isPasskey?: boolean
  until?: Date | undefined
  beginsGrace?: boolean | undefined
}

/** A new session. `device` is the id by which the agent's device is recognised from now on. */
export type OpenedSession = { token: string; expiresInMs: number; device: string }

/**
 * Opens a session for an agent who has been authenticated.
 * @throws Refused when the agent was changed after the authentication, or when the session cannot be written
 */
export type OpenSession = (agent: Agent, opening: Opening, at?: Date) => Promise<OpenedSession>

export function createSessionOpening(options: {
  database: Database
  sessions: Sessions
  notices: Notices
  policy: Policy
  now: () => Date
  onFault: (error: unknown) => void
}): OpenSession {
  const { database, sessions, notices, policy, now, onFault } = options

  return async (agent, { origin, keyThumbprint, subject, language, newHash, ...factors }, at = now()) => {
    const { otpRefId, isPasskey = false, until, beginsGrace } = factors
    const device = origin.device ?? randomBytes(16).toString('base64url')
    const isProven = isPasskey || otpRefId !== undefined
    // Days of grace are for agents without a factor. The first factor ends them, as if they had begun in 1970.
    const endsGrace = isProven && agent.graceBeganOn?.getTime() !== 0
    const trusted = trustFrom(at, agent.mobile, { ...origin, device }, policy, isProven)
    try {
      return await database.transaction(async stores => {
        const actor = { agentId: agent.id, mobile: agent.mobile }
        const append = (action: AuditAction, of: string) =>
          stores.audit.append(auditEvent({ at: now(), actor, action, subject: of, outcome: 'done' }, origin))
        const [isUnchanged, isFirstUse, , , session] = await Promise.all([
          stores.agents.holdUnchanged(agent),
          otpRefId === undefined || stores.oneTimePasswords.use(agent.mobile, otpRefId, at),
          newHash !== undefined &&
            agent.passwordHash !== null &&
            stores.agents.replacePasswordHash(agent.id, agent.passwordHash, newHash),
          (endsGrace || beginsGrace) && stores.agents.beginGrace(agent.id, endsGrace ? new Date(0) : at),
          sessions.open(stores, { agentId: agent.id, keyThumbprint, userAgent: origin.userAgent, until }),
          stores.signInAttempts.forgive(trusted),
          stores.dailyCounts.add(agent.id, indiaDate(at), 'login'),
          // A known device has a cookie that was signed for this phone, so the phone has logged in from this device
          // before.
          origin.device === undefined && notices.tell(stores, 'newDevice', actor, language),
          append('session.open', otpRefId === undefined ? subject : `${subject}, with OTP`),
          newHash !== undefined && append('password.rehash', 'hash'),
        ])
        if (!isFirstUse) throw new Refused('otp_spent')
        // Since the authentication, an admin has disabled or reset the agent, or the password was changed.
        if (!isUnchanged) throw new Refused('wrong_password')
        return { ...session, device }
      })
    } catch (error) {
      if (error instanceof Refused || error instanceof DatabaseBusy) throw error
      onFault(error)
      throw new Refused('token_not_fetched')
    }
  }
}
