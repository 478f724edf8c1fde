import { indiaDate } from '@ekyc/contract/india-time'
import { lockWithoutEnd } from '@ekyc/contract/limits'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { enabledAgent, type Agent } from '../agents/agents.ts'
import { clockSkewMs, dayMs, latestServerTime, secondMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import type { Policy } from '../policy.ts'
import { Overloaded, Refused, Throttled } from '../call-errors.ts'
import { checkOtp } from './check-otp.ts'
import { requestOtp } from './send-otp.ts'
import { requestersOf } from './call-origin.ts'
import { decryptPassword } from './passwords.ts'
import { openSession, type OpenedSession, type SessionRequest } from './sessions.ts'
import { recordFailedLogIn, refuseBlockedRequester } from './waits-and-trust.ts'

type LogIn = Pick<SessionRequest, 'origin' | 'keyThumbprint' | 'language'> & {
  mobile: string
  ciphertext: string
  sentOn: Date | undefined
  otp?: { refId: string; code: string } | undefined
  /** Where the second factor is optional, 'ask' asks the agent first, and 'otp' sends an OTP at once. */
  wish?: 'ask' | 'otp' | undefined
}

export type MissingSecondFactor = {
  code: 'second_factor_needed' | 'second_factor_offered'
  /** The handle of the OTP that was sent, or null if the agent may still choose whether to get an OTP. */
  otpDetails: OtpDetails | null
  /** The moment from which the second factor is required. Undefined if it is required now or stays optional. */
  until: Date | undefined
}

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
  const [isVerified, agent, counted] = await database.pipelined(stores =>
    Promise.all([
      stores.signInAttempts.isVerified(mobile, at),
      enabledAgent(stores, mobile),
      stores.signInAttempts.countedOf({ mobile, requesters, at }),
      refuseBlockedRequester(context, stores, mobile, origin),
    ]),
  )
  if (!isVerified) throw new Refused('user_not_verified')
  const password = decryptPassword({ ciphertext, mobile, sentOn, now: at, policy })
  if (password === undefined) throw new Refused('password_unreadable')

  const taken = await database.signInAttempts.take({
    ...policy,
    mobile,
    requesters,
    counted: counted.address,
    at,
    atMs: at.getTime(),
    latestWait: new Date(at.getTime() + policy.longestWaitSeconds * secondMs + clockSkewMs),
    // Without locks in the policy a lock ends in 1970, as no wait does.
    lock: new Date(policy.failuresBeforeLock > 0 ? lockWithoutEnd : 0),
  })
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
    const ask = { mobile, agent, purpose: 'log-in', origin, language } as const
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

function phoneBlocked(until: Date, at: Date): Refused | Throttled {
  if (until.getTime() === Date.parse(lockWithoutEnd)) return new Refused('account_locked')
  return new Throttled('too_many_wrong_passwords', Math.ceil((until.getTime() - at.getTime()) / secondMs))
}
