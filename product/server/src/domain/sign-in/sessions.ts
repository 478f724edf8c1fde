import { hash } from 'node:crypto'

import { sessionLifeMs } from '@ekyc/contract/limits'

import type { Caller } from '../agents/agents.ts'
import { auditEvent, systemEvent } from '../audit/audit-events.ts'
import { Unauthenticated } from '../call-errors.ts'
import type { Context } from '../context.ts'
import type { Stores } from '../stores.ts'
import type { CallOrigin, UserAgent } from './call-origin.ts'
import type { CallWithProof } from './proof-of-possession.ts'
import {
  hasTokenMac,
  hasValidSessionMac,
  newSessionToken,
  sessionMac,
  tokenHashes,
} from './session-crypto.ts'

/**
 * @param of.keyThumbprint the thumbprint of the session's key; every call then needs a proof of this key
 * @param of.until the end of the session, if it is earlier than the usual end
 */
export async function createSession(
  { sessionKeys: keys, policy, now }: Context,
  stores: Stores,
  agentId: string,
  of: { keyThumbprint: Uint8Array | undefined; userAgent: UserAgent; until: Date | undefined },
): Promise<{ token: string; expiresInMs: number }> {
  const { keyThumbprint = null, userAgent, until } = of
  const token = newSessionToken(keys)
  const openedOn = now()
  const expiresInMs = Math.min(sessionLifeMs, until ? until.getTime() - openedOn.getTime() : Infinity)
  const expiresOn = new Date(openedOn.getTime() + expiresInMs)
  const [tokenHash] = tokenHashes(keys, token)
  const facts = { tokenHash, agentId, expiresOn, keyThumbprint }
  const session = { ...facts, openedOn, mac: sessionMac(keys, facts), ...userAgent }
  await stores.sessions.open(session, policy.sessionsPerAgent)
  return { token, expiresInMs }
}

export async function findCaller(context: Context, token: string, call: CallWithProof): Promise<Caller> {
  const { sessionKeys: keys, proofs } = context
  if (!hasTokenMac(keys, token)) throw new Unauthenticated()
  const { caller, keyThumbprint } = await findSession(context, tokenHashes(keys, token))
  proofs.check(call, { digest: hash('sha256', token, 'base64url'), keyThumbprint })
  return caller
}

export async function endSession(
  context: Context,
  token: string,
  caller: Caller,
  origin: CallOrigin,
): Promise<void> {
  await context.database.transaction(stores =>
    Promise.all([
      ...tokenHashes(context.sessionKeys, token).map(stores.sessions.end),
      append(context, stores, caller, 'session', origin),
    ]),
  )
}

export function listOwnSessions(context: Context, token: string, { agentId }: Caller) {
  const { database, sessionKeys, now } = context
  const at = now()
  return database.sessions.listOf(agentId, tokenHashes(sessionKeys, token), at, idleSinceOf(context, at))
}

export async function endOwnSession(
  context: Context,
  id: string,
  caller: Caller,
  origin: CallOrigin,
): Promise<void> {
  await context.database.transaction(async stores => {
    const ended = await stores.sessions.endSome({ agentId: caller.agentId, id, at: context.now() })
    if (ended > 0) await append(context, stores, caller, `session ${id}`, origin)
  })
}

/** @returns the number of ended sessions */
export function endOtherSessions(
  context: Context,
  token: string,
  caller: Caller,
  origin: CallOrigin,
): Promise<number> {
  return context.database.transaction(async stores => {
    const exceptHashes = tokenHashes(context.sessionKeys, token)
    const ended = await stores.sessions.endSome({ agentId: caller.agentId, exceptHashes, at: context.now() })
    await append(context, stores, caller, `${ended} other sessions`, origin)
    return ended
  })
}

async function findSession(
  context: Context,
  hashes: Uint8Array[],
): Promise<{ caller: Caller; keyThumbprint: Uint8Array | null }> {
  const { database, sessionKeys, now } = context
  const at = now()
  const idleSince = idleSinceOf(context, at)
  for (const tokenHash of hashes) {
    const found = await database.sessions.findCaller(tokenHash, at, idleSince)
    if (!found) {
      await database.sessions.endIfOver(tokenHash, at, idleSince)
      continue
    }
    const { caller, ...row } = found
    if (hasValidSessionMac(sessionKeys, { ...row, tokenHash, agentId: caller.agentId })) return found
    await endForged(context, tokenHash, caller.agentId)
    break
  }
  throw new Unauthenticated()
}

function idleSinceOf({ sessionIdleLimitMs: idleMs }: Context, at: Date): Date | undefined {
  return idleMs === undefined ? undefined : new Date(at.getTime() - idleMs)
}

function append(
  { now }: Context,
  stores: Stores,
  caller: Caller,
  subject: string,
  origin: CallOrigin,
): Promise<void> {
  const event = { at: now(), actor: caller, action: 'session.end' as const, subject, outcome: 'done' }
  return stores.audit.append(auditEvent(event, origin))
}

async function endForged({ database, now }: Context, tokenHash: Uint8Array, agentId: string): Promise<void> {
  const what = { at: now(), agentId, subject: 'session', outcome: 'not written by a server' }
  const event = systemEvent({ ...what, action: 'session.refuse' })
  await database.transaction(stores =>
    Promise.all([stores.sessions.end(tokenHash), stores.audit.append(event)]),
  )
}
