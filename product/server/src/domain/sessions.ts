import { sessionLifeMs } from '@ekyc/contract/limits'

import { auditEvent, systemEvent } from './audit-trail.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { Proofs, ProvenCall } from './proof-of-possession.ts'
import { Unauthenticated } from './refused.ts'
import {
  isMarked,
  isTrueSession,
  newToken,
  sessionMac,
  tokenHashes,
  type SessionKeys,
} from './session-row.ts'
import type { Caller, Database, SessionInUse, Stores } from './stores.ts'
import type { UserAgent } from './user-agent.ts'

export type Sessions = {
  /**
   * @param owner.keyThumbprint binds the session to a key, whose proof every call then needs
   * @returns the token, which the server does not keep, and its life in milliseconds
   */
  open(
    stores: Stores,
    owner: { agentId: string; keyThumbprint: Uint8Array | undefined; userAgent: UserAgent },
  ): Promise<{ token: string; expiresInMs: number }>
  /**
   * @throws Unauthenticated when the token is unknown, expired, idle for too long or its agent disabled, when the session's
   *   row is not as a server wrote it, or when the session has a key and the call no good proof
   */
  callerOf(token: string, call: ProvenCall): Promise<Caller>
  /** Ends the caller's session, with its audit row. */
  end(token: string, caller: Caller, origin: Origin): Promise<void>
  /** Lists the caller's sessions. */
  list(token: string, caller: Caller): Promise<SessionInUse[]>
  /** Ends a session of the caller, with its audit row. Another agent's is unknown, and nothing happens. */
  endOne(id: string, caller: Caller, origin: Origin): Promise<void>
  /** Ends the caller's sessions but this one, with their audit row. @returns their number */
  endOthers(token: string, caller: Caller, origin: Origin): Promise<number>
}

export function createSessions(options: {
  database: Database
  proofs: Proofs
  keys: SessionKeys
  /** Ends an idle session after this time; undefined sets no limit. */
  idleLimitMs: number | undefined
  policy: Policy
  now: () => Date
}): Sessions {
  const { database, proofs, keys, idleLimitMs, policy, now } = options

  return {
    async open(stores, { agentId, keyThumbprint = null, userAgent }) {
      const token = newToken(keys)
      const openedOn = now()
      const expiresOn = new Date(openedOn.getTime() + sessionLifeMs)
      const [tokenHash] = tokenHashes(keys, token)
      const facts = { tokenHash, agentId, expiresOn, keyThumbprint }
      await stores.sessions.open(
        { ...facts, openedOn, mac: sessionMac(keys, facts), ...userAgent },
        policy.sessionsPerAgent,
      )
      return { token, expiresInMs: sessionLifeMs }
    },

    async callerOf(token, call) {
      if (!isMarked(keys, token)) throw new Unauthenticated()
      const at = now()
      const idleSince = idleSinceOf(at)
      const checkProof = proofs.begin(call)
      for (const tokenHash of tokenHashes(keys, token)) {
        const found = await database.sessions.findCaller(tokenHash, at, idleSince)
        if (!found) {
          await database.sessions.endIfOver(tokenHash, at, idleSince)
          continue
        }
        const { keyThumbprint, expiresOn, mac, ...caller } = found
        const facts = { tokenHash, agentId: caller.agentId, expiresOn, keyThumbprint, mac }
        if (!isTrueSession(keys, facts)) {
          await endForged(database, tokenHash, caller.agentId, now())
          throw new Unauthenticated()
        }
        await checkProof({ token, keyThumbprint })
        return caller
      }
      throw new Unauthenticated()
    },

    async end(token, caller, origin) {
      await database.transaction(stores =>
        Promise.all([
          ...tokenHashes(keys, token).map(stores.sessions.end),
          append(stores, caller, 'session', origin),
        ]),
      )
    },

    list: (token, { agentId }) => {
      const at = now()
      return database.sessions.listOf(agentId, tokenHashes(keys, token), at, idleSinceOf(at))
    },

    async endOne(id, caller, origin) {
      await database.transaction(async stores => {
        const ended = await stores.sessions.endSome({ agentId: caller.agentId, id, at: now() })
        if (ended > 0) await append(stores, caller, `session ${id}`, origin)
      })
    },

    endOthers: (token, caller, origin) =>
      database.transaction(async stores => {
        const { agentId } = caller
        const ended = await stores.sessions.endSome({
          agentId,
          exceptHashes: tokenHashes(keys, token),
          at: now(),
        })
        await append(stores, caller, `${ended} other sessions`, origin)
        return ended
      }),
  }

  function idleSinceOf(at: Date): Date | undefined {
    return idleLimitMs === undefined ? undefined : new Date(at.getTime() - idleLimitMs)
  }

  function append(stores: Stores, caller: Caller, subject: string, origin: Origin): Promise<void> {
    const event = { at: now(), actor: caller, action: 'session.end', subject, outcome: 'done' }
    return stores.audit.append(auditEvent(event, origin))
  }
}

/** Ends a session whose row no server wrote so, with its audit row. */
async function endForged(
  database: Database,
  tokenHash: Uint8Array,
  agentId: string,
  at: Date,
): Promise<void> {
  const outcome = 'not written by a server'
  const event = systemEvent({ at, agentId, action: 'session.refuse', subject: 'session', outcome })
  await database.transaction(stores =>
    Promise.all([stores.sessions.end(tokenHash), stores.audit.append(event)]),
  )
}
