import { hash } from 'node:crypto'

import { sessionLifeMs } from '@ekyc/contract/limits'

import { auditEvent, systemEvent } from '../audit/audit-events.ts'
import type { CallOrigin, UserAgent } from './call-origin.ts'
import type { Policy } from '../policy.ts'
import type { ProofChecker, CallWithProof } from './proof-of-possession.ts'
import { Unauthenticated } from '../call-errors.ts'
import {
  hasTokenMac,
  hasValidSessionMac,
  newSessionToken,
  sessionMac,
  tokenHashes,
  type SessionKeys,
} from './session-crypto.ts'
import type { Caller } from '../agents/agents.ts'
import type { Database, Stores } from '../stores.ts'
import type { LiveSession } from './sign-in-records.ts'

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(options: {
  database: Database
  proofs: ProofChecker
  keys: SessionKeys
  idleLimitMs: number | undefined
  policy: Policy
  now: () => Date
}) {
  const { database, proofs, keys, idleLimitMs, policy, now } = options

  return {
    /**
     * Opens a session.
     * @param owner.keyThumbprint the thumbprint of the session's key; every call then needs a proof of this key
     * @param owner.until the end of the session, if it is earlier than the usual end
     * @returns the token, which the server does not store, and the life of the session in milliseconds
     */
    async open(
      stores: Stores,
      owner: {
        agentId: string
        keyThumbprint: Uint8Array | undefined
        userAgent: UserAgent
        until?: Date | undefined
      },
    ) {
      const { agentId, keyThumbprint = null, userAgent, until } = owner
      const token = newSessionToken(keys)
      const openedOn = now()
      const expiresInMs = Math.min(sessionLifeMs, until ? until.getTime() - openedOn.getTime() : Infinity)
      const expiresOn = new Date(openedOn.getTime() + expiresInMs)
      const [tokenHash] = tokenHashes(keys, token)
      const facts = { tokenHash, agentId, expiresOn, keyThumbprint }
      await stores.sessions.open(
        { ...facts, openedOn, mac: sessionMac(keys, facts), ...userAgent },
        policy.sessionsPerAgent,
      )
      return { token, expiresInMs }
    },

    /**
     * Finds the owner of the token's session.
     * @throws Unauthenticated when no server made the token, when it is unknown, expired or idle for too long, when its
     * agent is disabled, when the session's row has no valid MAC, or when the session has a key and the call has no
     * valid proof
     */
    async find(token: string, call: CallWithProof): Promise<Caller> {
      if (!hasTokenMac(keys, token)) throw new Unauthenticated()
      const { caller, keyThumbprint } = await sessionOf(tokenHashes(keys, token))
      proofs.check(call, { digest: hash('sha256', token, 'base64url'), keyThumbprint })
      return caller
    },

    async end(token: string, caller: Caller, origin: CallOrigin): Promise<void> {
      await database.transaction(stores =>
        Promise.all([
          ...tokenHashes(keys, token).map(stores.sessions.end),
          append(stores, caller, 'session', origin),
        ]),
      )
    },

    list(token: string, { agentId }: Caller): Promise<LiveSession[]> {
      const at = now()
      return database.sessions.listOf(agentId, tokenHashes(keys, token), at, idleSinceOf(at))
    },

    /** Ends a session of the caller and writes an audit row, or does nothing if the caller has no such session. */
    async endOne(id: string, caller: Caller, origin: CallOrigin): Promise<void> {
      await database.transaction(async stores => {
        const ended = await stores.sessions.endSome({ agentId: caller.agentId, id, at: now() })
        if (ended > 0) await append(stores, caller, `session ${id}`, origin)
      })
    },

    /** Ends the caller's other sessions, and writes one audit row. @returns the number of ended sessions */
    endOthers: (token: string, caller: Caller, origin: CallOrigin) =>
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

  async function sessionOf(
    hashes: Uint8Array[],
  ): Promise<{ caller: Caller; keyThumbprint: Uint8Array | null }> {
    const at = now()
    const idleSince = idleSinceOf(at)
    for (const tokenHash of hashes) {
      const found = await database.sessions.findCaller(tokenHash, at, idleSince)
      if (!found) {
        await database.sessions.endIfOver(tokenHash, at, idleSince)
        continue
      }
      const { caller, ...row } = found
      if (hasValidSessionMac(keys, { ...row, tokenHash, agentId: caller.agentId })) return found
      await endForged(database, tokenHash, caller.agentId, now())
      break
    }
    throw new Unauthenticated()
  }

  function idleSinceOf(at: Date): Date | undefined {
    return idleLimitMs === undefined ? undefined : new Date(at.getTime() - idleLimitMs)
  }

  function append(stores: Stores, caller: Caller, subject: string, origin: CallOrigin): Promise<void> {
    const event = { at: now(), actor: caller, action: 'session.end' as const, subject, outcome: 'done' }
    return stores.audit.append(auditEvent(event, origin))
  }
}

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
