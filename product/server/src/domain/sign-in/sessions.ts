import { hash, randomBytes, type KeyObject } from 'node:crypto'

import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import { indiaDate } from '@ekyc/contract/india-time'
import type { Language } from '@ekyc/contract/languages'
import { sessionLifeMs } from '@ekyc/contract/limits'

import type { Agent, Caller } from '../agents/agents.ts'
import { recordCall, systemEvent } from '../audit/audit-events.ts'
import { Refused, Unauthenticated } from '../call-errors.ts'
import type { Context } from '../context.ts'
import { DatabaseBusy } from '../database-away.ts'
import { sendSecurityNotice } from '../messages/sms-texts.ts'
import { isSameSecret, keyedHash, newSecret, type DerivedKeys } from '../secrets.ts'
import type { Stores } from '../stores.ts'
import type { CallOrigin } from './call-origin.ts'
import type { CallWithProof } from './proof-of-possession.ts'
import { trustAfterLogIn } from './waits-and-trust.ts'

/** In each list, the first key makes new values, and all keys verify. */
export type SessionKeys = Record<'token' | 'row' | 'tokenMac', DerivedKeys>

type SessionFacts = Pick<
  Parameters<Stores['sessions']['open']>[0],
  'tokenHash' | 'agentId' | 'expiresOn' | 'keyThumbprint'
>

export type SessionRequest = {
  origin: CallOrigin
  /** The thumbprint of the session's key. Every call then needs a proof of this key. */
  keyThumbprint: Uint8Array | undefined
  /** The subject of the audit row. */
  subject: string
  /** The language of an SMS about a new device. */
  language: Language | undefined
  newHash?: string | undefined
  /** The handle of the log-in's one-time password. Opening the session uses up the one-time password. */
  otpRefId?: string | undefined
  /** True if the agent logged in with a passkey, which counts as two factors. */
  isPasskey?: boolean
  /** The end of the session, if it is earlier than the usual end. */
  until?: Date | undefined
  beginsGrace?: boolean | undefined
}

/** A new session. `device` is the id by which the agent's device is recognised from now on. */
export type OpenedSession = { token: string; expiresInMs: number; device: string }

export async function openSession(
  context: Context,
  agent: Agent,
  { origin, keyThumbprint, subject, language, newHash, ...factors }: SessionRequest,
  at = context.now(),
): Promise<OpenedSession> {
  const { database, sessionKeys: keys, policy, now, onFault } = context
  const { otpRefId, isPasskey = false, until, beginsGrace } = factors
  const device = origin.device ?? randomBytes(16).toString('base64url')
  const isProven = isPasskey || otpRefId !== undefined
  // Days of grace are for agents without a factor. The first factor ends them, as if they had begun in 1970.
  const endsGrace = isProven && agent.graceBeganOn?.getTime() !== 0
  const token = withTokenMac(keys, newSecret())
  const [tokenHash] = tokenHashes(keys, token)
  const openedOn = now()
  const expiresInMs = Math.min(sessionLifeMs, until ? until.getTime() - openedOn.getTime() : Infinity)
  const facts = {
    tokenHash,
    agentId: agent.id,
    expiresOn: new Date(openedOn.getTime() + expiresInMs),
    keyThumbprint: keyThumbprint ?? null,
  }
  const session = { ...facts, openedOn, mac: sessionMac(keys.row[0], facts), ...origin.userAgent }
  const trusted = trustAfterLogIn(at, agent.mobile, { ...origin, device }, policy, isProven)
  try {
    return await database.transaction(async stores => {
      const actor = { agentId: agent.id, mobile: agent.mobile }
      const record = (action: AuditAction, of: string) =>
        recordCall(stores, origin, { at: now(), actor, action, subject: of })
      const [isUnchanged, isFirstUse] = await Promise.all([
        stores.agents.holdUnchanged(agent),
        otpRefId === undefined || stores.oneTimePasswords.use(agent.mobile, otpRefId, at),
        newHash !== undefined &&
          agent.passwordHash !== null &&
          stores.agents.replacePasswordHash(agent.id, agent.passwordHash, newHash),
        (endsGrace || beginsGrace) && stores.agents.beginGrace(agent.id, endsGrace ? new Date(0) : at),
        stores.sessions.open(session, policy.sessionsPerAgent),
        stores.signInAttempts.forgive(trusted),
        stores.dailyCounts.add(agent.id, indiaDate(at), 'login'),
        // A known device has a cookie of this phone, so the phone has logged in from there before.
        origin.device === undefined && sendSecurityNotice(context, stores, 'newDevice', actor, language),
        record('session.open', otpRefId === undefined ? subject : `${subject}, with OTP`),
        newHash !== undefined && record('password.rehash', 'hash'),
      ])
      if (!isFirstUse) throw new Refused('otp_spent')
      // Since the authentication, an admin has disabled or reset the agent, or the password was changed.
      if (!isUnchanged) throw new Refused('wrong_password')
      return { token, expiresInMs, device }
    })
  } catch (error) {
    if (error instanceof Refused || error instanceof DatabaseBusy) throw error
    onFault(error)
    throw new Refused('token_not_fetched')
  }
}

export async function findCaller(context: Context, token: string, call: CallWithProof): Promise<Caller> {
  const { database, sessionKeys, proofs, now } = context
  if (!hasTokenMac(sessionKeys, token)) throw new Unauthenticated()
  const at = now()
  const idleSince = idleSinceOf(context, at)
  for (const tokenHash of tokenHashes(sessionKeys, token)) {
    const found = await database.sessions.findCaller({ tokenHash, at, idleSince })
    if (!found) {
      await database.sessions.endIfOver({ tokenHash, at, idleSince })
      continue
    }
    const { caller, mac, ...row } = found
    const facts = { ...row, tokenHash, agentId: caller.agentId }
    if (!sessionKeys.row.some(key => isSameSecret(mac, sessionMac(key, facts)))) {
      await endForged(context, tokenHash, caller.agentId)
      break
    }
    const { keyThumbprint } = row
    proofs.check(call, { digest: hash('sha256', token, 'base64url'), keyThumbprint })
    return caller
  }
  throw new Unauthenticated()
}

export async function endSession(context: Context, caller: Caller, origin: CallOrigin): Promise<void> {
  await context.database.transaction(stores =>
    Promise.all([
      stores.sessions.end(caller.tokenHash),
      recordCall(stores, origin, endOf(context, caller, 'session')),
    ]),
  )
}

export function listOwnSessions(context: Context, { agentId, tokenHash }: Caller) {
  const at = context.now()
  return context.database.sessions.listOf({ agentId, tokenHash, at, idleSince: idleSinceOf(context, at) })
}

export async function endOwnSession(
  context: Context,
  id: string,
  caller: Caller,
  origin: CallOrigin,
): Promise<void> {
  await context.database.transaction(async stores => {
    const ended = await stores.sessions.endSome({ agentId: caller.agentId, id, at: context.now() })
    if (ended > 0) await recordCall(stores, origin, endOf(context, caller, `session ${id}`))
  })
}

export function endOtherSessions(context: Context, caller: Caller, origin: CallOrigin): Promise<number> {
  const { agentId, tokenHash: exceptHash } = caller
  return context.database.transaction(async stores => {
    const ended = await stores.sessions.endSome({ agentId, exceptHash, at: context.now() })
    await recordCall(stores, origin, endOf(context, caller, `${ended} other sessions`))
    return ended
  })
}

const tokenMacBytes = 16
const tokenMacLength = Math.ceil((tokenMacBytes * 8) / 6)

export function withTokenMac({ tokenMac: [key] }: SessionKeys, secret: string): string {
  return secret + tokenMacOf(key, secret)
}

/** Tells whether a server made the token, without a database query, because strangers can send invented tokens. */
function hasTokenMac({ tokenMac: keys }: SessionKeys, token: string): boolean {
  const secret = secretOf(token)
  const mac = Buffer.from(token.slice(secret.length))
  return keys.some(key => isSameSecret(mac, Buffer.from(tokenMacOf(key, secret))))
}

function tokenMacOf(key: KeyObject, secret: string): string {
  return keyedHash(key, secret).subarray(0, tokenMacBytes).toString('base64url')
}

/**
 * Returns the hashes under which the token's session may be stored. The first one is the hash for new sessions. One
 * round of hashing is enough, because a token has 256 random bits.
 */
export function tokenHashes(
  { token: [first, ...others] }: SessionKeys,
  token: string,
): [Uint8Array, ...Uint8Array[]] {
  const secret = secretOf(token)
  return [keyedHash(first, secret), ...others.map(key => keyedHash(key, secret))]
}

function secretOf(token: string): string {
  return token.slice(0, -tokenMacLength)
}

export function sessionMac(
  key: KeyObject,
  { tokenHash, agentId, expiresOn, keyThumbprint }: SessionFacts,
): Uint8Array {
  return keyedHash(key, tokenHash, agentId, expiresOn.toISOString(), keyThumbprint ?? '')
}

/** Without an idle limit the bound is 1970, which the last use of every session exceeds. */
function idleSinceOf({ sessionIdleLimitMs: idleMs }: Context, at: Date): Date {
  return new Date(idleMs === undefined ? 0 : at.getTime() - idleMs)
}

function endOf({ now }: Context, actor: Caller, subject: string) {
  return { at: now(), actor, action: 'session.end' as const, subject }
}

async function endForged({ database, now }: Context, tokenHash: Uint8Array, agentId: string): Promise<void> {
  const what = { at: now(), agentId, subject: 'session', outcome: 'not written by a server' }
  const event = systemEvent({ ...what, action: 'session.refuse' })
  await database.transaction(stores =>
    Promise.all([stores.sessions.end(tokenHash), stores.audit.append(event)]),
  )
}
