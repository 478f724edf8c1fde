import { createHash, randomBytes } from 'node:crypto'

import { sessionLifeMs } from '@ekyc/contract/limits'

import { auditEvent } from './audit-trail.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { Proofs, ProvenCall } from './proof-of-possession.ts'
import { Unauthenticated } from './refused.ts'
import type { Caller, Database, Stores } from './stores.ts'

export type Sessions = {
  /**
   * @param owner.keyThumbprint binds the session to a key, whose proof every call then needs
   * @returns the token, which the server does not keep, and its life in milliseconds
   */
  open(
    stores: Stores,
    owner: { agentId: string; keyThumbprint: Uint8Array | undefined },
  ): Promise<{ token: string; expiresInMs: number }>
  /**
   * @throws Unauthenticated when the token is unknown, expired, idle for too long or its agent disabled, or when the
   *   session has a key and the call no good proof
   */
  callerOf(token: string, call: ProvenCall): Promise<Caller>
  /** Ends the caller's session, with its audit row. */
  end(token: string, caller: Caller, origin: Origin): Promise<void>
}

const tokenBytes = 32

export function createSessions(options: {
  database: Database
  proofs: Proofs
  /** Ends an idle session after this time; undefined sets no limit. */
  idleLimitMs: number | undefined
  policy: Policy
  now: () => Date
}): Sessions {
  const { database, proofs, idleLimitMs, policy, now } = options

  return {
    async open(stores, { agentId, keyThumbprint = null }) {
      const token = randomBytes(tokenBytes).toString('base64url')
      const openedOn = now()
      const expiresOn = new Date(openedOn.getTime() + sessionLifeMs)
      await stores.sessions.open(
        { tokenHash: hashOf(token), agentId, openedOn, expiresOn, keyThumbprint },
        policy.sessionsPerAgent,
      )
      return { token, expiresInMs: sessionLifeMs }
    },

    async callerOf(token, call) {
      const at = now()
      const idleSince = idleLimitMs === undefined ? undefined : new Date(at.getTime() - idleLimitMs)
      const found = await database.sessions.findCaller(hashOf(token), at, idleSince)
      if (!found) {
        await database.sessions.endIfOver(hashOf(token), at, idleSince)
        throw new Unauthenticated()
      }
      const { keyThumbprint, ...caller } = found
      proofs.check(call, { token, keyThumbprint })
      return caller
    },

    async end(token, caller, origin) {
      const event = { at: now(), actor: caller, action: 'session.end', subject: 'session', outcome: 'done' }
      await database.transaction(stores =>
        Promise.all([stores.sessions.end(hashOf(token)), stores.audit.append(auditEvent(event, origin))]),
      )
    },
  }
}

/** One round of SHA-256 is enough, because a token has 256 random bits. */
function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
