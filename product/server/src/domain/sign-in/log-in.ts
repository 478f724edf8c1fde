import { randomBytes } from 'node:crypto'

import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import { indiaDate } from '@ekyc/contract/india-time'
import type { Language } from '@ekyc/contract/languages'
import { lockWithoutEnd } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { enabledAgent, type Agent } from '../agents/agents.ts'
import { auditEvent } from '../audit/audit-events.ts'
import { dayMs, latestServerTime, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { DatabaseBusy } from '../database-away.ts'
import { sendSecurityNotice } from '../messages/sms-texts.ts'
import type { Policy } from '../policy.ts'
import { Overloaded, Refused, Throttled } from '../call-errors.ts'
import type { Stores } from '../stores.ts'
import { checkOtp } from './check-otp.ts'
import { requestOtp } from './send-otp.ts'
import { networkLimits, networksOf, requestersOf, type CallOrigin } from './call-origin.ts'
import { decryptPassword } from './passwords.ts'
import { createSession } from './sessions.ts'
import { addressWindowStart, trustAfterLogIn, waitsAfterFailures } from './waits-and-trust.ts'

type LogIn = Pick<SessionRequest, 'origin' | 'keyThumbprint' | 'language'> & {
  mobile: string
  /** The encrypted password, as the call contains it. */
  ciphertext: string
  sentOn: Date | undefined
  otp?: { refId: string; code: string } | undefined
  /** Where the second factor is optional, 'ask' asks the agent first, and 'otp' sends an OTP at once. */
  wish?: 'ask' | 'otp' | undefined
}

export type SessionRequest = {
  origin: CallOrigin
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
  until?: Date | undefined
  beginsGrace?: boolean | undefined
}

/** A new session. `device` is the id by which the agent's device is recognised from now on. */
export type OpenedSession = { token: string; expiresInMs: number; device: string }

export type MissingSecondFactor = {
  code: 'second_factor_needed' | 'second_factor_offered'
  /** The handle of the OTP that was sent, or null if the agent may still choose whether to get an OTP. */
  otpDetails: OtpDetails | null
  /** The moment from which the second factor is required. Undefined if it is required now or stays optional. */
  until: Date | undefined
}

/** @throws Throttled while the phone or the address must wait */
export function logIn(context: Context, attempt: LogIn): Promise<OpenedSession | MissingSecondFactor> {
  return context.passwordHash.admit(async () => {
    const { origin, keyThumbprint, language } = attempt
    const { agent, password, counted, at } = await rightPassword(context, attempt)
    if (agent.resetDemanded || agent.passwordHash === null) {
      await context.database.signInAttempts.clear(agent.mobile, counted.address)
      throw new Refused('account_needs_otp')
    }
    const factor = await checkSecondFactor(context, attempt, agent, counted, at)
    if ('code' in factor) return factor
    const newHash = await newHashOf(context, agent, password)
    const opening = { origin, keyThumbprint, subject: 'session', language, newHash, ...factor }
    return openSession(context, agent, opening, at)
  })
}

async function rightPassword(context: Context, { mobile, ciphertext, sentOn, origin }: LogIn) {
  const { database, passwordHash, policy, now } = context
  const at = now()
  const requesters = requestersOf(origin)
  const [isRefused, isVerified, agent, counted] = await database.pipelined(stores =>
    Promise.all([
      isBlocked(stores, mobile, origin, at, policy),
      stores.signInAttempts.isVerified(mobile, at),
      enabledAgent(stores, mobile),
      stores.signInAttempts.countedOf({ mobile, requesters, at }),
    ]),
  )
  if (isRefused) throw addressBlocked(policy)
  if (!isVerified) throw new Refused('user_not_verified')
  const password = decryptPassword({ ciphertext, mobile, sentOn, now: at, policy })
  if (password === undefined) throw new Refused('password_unreadable')

  const attempt = { mobile, requesters, counted: counted.address, at, ...waitsAfterFailures(at, policy) }
  const taken = await database.signInAttempts.take(attempt)
  if (typeof taken === 'object') throw phoneBlocked(taken.waitUntil, at)

  const matches = await passwordHash.verify(agent, password)
  if (agent && matches) return { agent, password, counted, at }
  const isLocked = taken === 'last'
  await recordFailedLogIn(context, agent, mobile, origin, isLocked ? 'session, password locked' : 'session')
  throw new Refused(isLocked ? 'account_locked' : 'wrong_password')
}

/**
 * Checks the second factor of a log-in whose password was right. If the factor is missing or wrong, the right password
 * does not count as a failure, and the requester does not become trusted.
 */
async function checkSecondFactor(
  context: Context,
  { origin, language, otp, wish }: LogIn,
  agent: Agent,
  counted: { address: string; provenOn: Date | null },
  at: Date,
): Promise<Pick<SessionRequest, 'otpRefId' | 'until' | 'beginsGrace'> | MissingSecondFactor> {
  const { database, secondFactor, policy } = context
  const { mobile } = agent
  if (secondFactor === 'off') return {}
  if (otp) {
    await database.signInAttempts.clear(mobile, counted.address)
    await checkOtp(context, { mobile, agent, purposes: ['log-in'], ...otp, origin })
    return { otpRefId: otp.refId }
  }

  // An address cannot identify a browser, because many browsers may share it.
  const isBrowser = origin.device !== undefined && counted.address === origin.device
  const isProvenHere = isBrowser && isOfToday(counted.provenOn, at)
  if (isProvenHere && policy.secondFactorEachLogIn === 0) return {}
  const until = secondFactor === 'required' ? graceEnd(agent, at, policy) : undefined
  const isOptional = until === undefined || until > at
  if (isOptional && wish === undefined)
    return until ? { until, beginsGrace: agent.graceBeganOn === null } : {}
  return database.transaction(async (stores): Promise<MissingSecondFactor> => {
    await stores.signInAttempts.clear(mobile, counted.address)
    if (isOptional && wish === 'ask') return { code: 'second_factor_offered', otpDetails: null, until }
    const ask = { mobile, agent, purpose: 'log-in', origin, isSignedIn: false, language } as const
    const otpDetails = await requestOtp(context, stores, ask)
    return { code: 'second_factor_needed', otpDetails, until: undefined }
  })
}

function graceEnd({ graceBeganOn }: Agent, at: Date, policy: Policy): Date {
  return new Date((graceBeganOn ?? at).getTime() + policy.secondFactorGraceDays * dayMs)
}

/** A future time (the clock was set back) does not count. */
function isOfToday(moment: Date | null, at: Date): boolean {
  return moment !== null && moment <= latestServerTime(at) && indiaDate(moment) === indiaDate(at)
}

/** Returns a new hash if the stored hash has an old pepper or cost. A busy server leaves this to the next log-in. */
async function newHashOf({ passwordHash: hasher }: Context, agent: Agent, password: string) {
  if (agent.passwordHash === null || hasher.isCurrent(agent.passwordHash)) return undefined
  return hasher.hash(password, agent.id).catch((error: unknown) => {
    if (error instanceof Overloaded) return undefined
    throw error
  })
}

export async function openSession(
  context: Context,
  agent: Agent,
  { origin, keyThumbprint, subject, language, newHash, ...factors }: SessionRequest,
  at = context.now(),
): Promise<OpenedSession> {
  const { database, policy, now, onFault } = context
  const { otpRefId, isPasskey = false, until, beginsGrace } = factors
  const device = origin.device ?? randomBytes(16).toString('base64url')
  const isProven = isPasskey || otpRefId !== undefined
  // Days of grace are for agents without a factor. The first factor ends them, as if they had begun in 1970.
  const endsGrace = isProven && agent.graceBeganOn?.getTime() !== 0
  const trusted = trustAfterLogIn(at, agent.mobile, { ...origin, device }, policy, isProven)
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
        createSession(context, stores, agent.id, { keyThumbprint, userAgent: origin.userAgent, until }),
        stores.signInAttempts.forgive(trusted),
        stores.dailyCounts.add(agent.id, indiaDate(at), 'login'),
        // A known device has a cookie of this phone, so the phone has logged in from there before.
        origin.device === undefined && sendSecurityNotice(context, stores, 'newDevice', actor, language),
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

/** @throws Throttled when the known device, or the address of an unknown device, has failed to log in too often */
export async function refuseBlockedRequester(
  { database, policy, now }: Context,
  mobile: string,
  origin: CallOrigin,
): Promise<void> {
  const isRefused = await database.pipelined(stores => isBlocked(stores, mobile, origin, now(), policy))
  if (isRefused) throw addressBlocked(policy)
}

export async function recordFailedLogIn(
  { database, now }: Context,
  agent: Agent | undefined,
  mobile: string,
  origin: CallOrigin,
  subject: string,
): Promise<void> {
  const at = now()
  const actor = { agentId: agent?.id, mobile }
  const event = { at, actor, action: 'session.open' as const, subject, outcome: 'refused' }
  await database.transaction(stores =>
    Promise.all([
      ...[origin.device ?? [], networksOf(origin)]
        .flat()
        .map(requester => stores.signInAttempts.markFailure(requester, at)),
      stores.audit.append(auditEvent(event, origin)),
    ]),
  )
}

async function isBlocked(
  stores: Stores,
  mobile: string,
  origin: CallOrigin,
  at: Date,
  policy: Policy,
): Promise<boolean> {
  const period = { since: addressWindowStart(at, policy), latest: latestServerTime(at) }
  const hasReached = async ([requester, limit]: [requester: string, limit: number]) =>
    (await stores.signInAttempts.countFailures({ requester, ...period })) >= limit
  const limit = policy.failuresPerAddress
  const [isKnownDevice, isDeviceBlocked, ...areNetworksBlocked] = await Promise.all([
    isTrustedDevice(stores, mobile, origin, at),
    origin.device !== undefined && hasReached([origin.device, limit]),
    ...networkLimits(origin, limit, policy).map(hasReached),
  ])
  return isKnownDevice ? isDeviceBlocked : areNetworksBlocked.includes(true)
}

function phoneBlocked(until: Date, at: Date): Refused | Throttled {
  if (until.getTime() === Date.parse(lockWithoutEnd)) return new Refused('account_locked')
  return new Throttled('too_many_wrong_passwords', Math.ceil((until.getTime() - at.getTime()) / secondMs))
}

function addressBlocked({ addressWindowMinutes }: Policy): Throttled {
  return new Throttled('too_many_attempts', addressWindowMinutes * 60)
}

export async function isTrustedDevice(
  stores: Pick<Stores, 'signInAttempts'>,
  mobile: string,
  { device }: CallOrigin,
  at: Date,
): Promise<boolean> {
  if (device === undefined) return false
  return (await stores.signInAttempts.trustedOf(mobile, [device], at)).length === 1
}
