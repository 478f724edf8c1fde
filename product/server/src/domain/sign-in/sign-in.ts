import { lockWithoutEnd } from '@ekyc/contract/limits'

import { auditEvent } from '../audit/audit-trail.ts'
import { latestTime } from '../clock-skew.ts'
import {
  addressWindow,
  decideEntry,
  decideTry,
  isBlocked,
  waitsFrom,
  type HeldSignIn,
} from './decide-sign-in.ts'
import { minuteMs } from '../durations.ts'
import { enabledAgent } from '../agents/enabled-agent.ts'
import { knowsDevice } from '../kyc/known-device.ts'
import type { Notices } from '../messages/notices.ts'
import type { OneTimePasswords } from './one-time-passwords.ts'
import { networksIn, requestersOf, type Origin } from './origin.ts'
import { decryptPassword } from './password-cipher.ts'
import type { PasswordHash } from './password-hash.ts'
import type { Policy } from '../policy.ts'
import { Overloaded, Refused, Throttled } from '../refused.ts'
import { createSecondFactorCheck, type ShownFactor } from './second-factor-check.ts'
import type { SecondFactor } from './second-factor.ts'
import {
  createSessionOpening,
  type OpenedSession,
  type Opening,
  type OpenSession,
} from './session-opening.ts'
import type { Sessions } from './sessions.ts'
import type { Agent } from '../agents/agent-stores.ts'
import type { Database, Stores } from '../stores.ts'
import { createUserCheck, type UserCheck } from './user-check.ts'

/** An attempt to log in by password. `ciphertext` is the encrypted password, as the call contains it. */
export type PasswordAttempt = {
  mobile: string
  ciphertext: string
  sentOn: Date | undefined
  origin: Origin
}

export type SignIn = {
  check: UserCheck
  /**
   * Logs an agent in by password.
   * @throws Refused when the password or the second factor does not open a session
   * @throws Throttled while the phone or the address must wait
   */
  login(attempt: LogIn): Promise<OpenedSession>
  /** @throws Throttled when the known device, or the address of an unknown device, has failed to log in too often */
  refuseBlocked(attempt: { mobile: string; origin: Origin }): Promise<void>
  recordFailure(failure: FailedLogIn): Promise<void>
  /** Opens a session for an agent who was authenticated in another way, such as a passkey. */
  open: OpenSession
}

type LogIn = PasswordAttempt & Pick<Opening, 'keyThumbprint' | 'language'> & ShownFactor

type FailedLogIn = { agent: Agent | undefined; mobile: string; origin: Origin; subject: string }

export function createSignIn(options: {
  database: Database
  oneTimePasswords: OneTimePasswords
  passwordHash: PasswordHash
  sessions: Sessions
  notices: Notices
  secondFactor: SecondFactor
  policy: Policy
  now: () => Date
  onFault: (error: unknown) => void
}): SignIn {
  const { database, passwordHash, policy, now } = options
  const open = createSessionOpening(options)
  const checkSecondFactor = createSecondFactorCheck(options)
  return {
    check: createUserCheck(options),
    login: attempt => passwordHash.admit(() => login(attempt)),

    async refuseBlocked(attempt) {
      const at = now()
      const held = await database.pipelined(stores => hold(stores, attempt, at, policy))
      if (isBlocked(held, policy)) throw addressBlocked(policy)
    },

    recordFailure,
    open,
  }

  async function login({ keyThumbprint, language, otp, wish, ...attempt }: LogIn): Promise<OpenedSession> {
    const { origin } = attempt
    const { agent, password, counted, at } = await rightPassword(attempt)
    if (decideEntry(agent) === 'otp-first') {
      await database.signInAttempts.clear(agent.mobile, counted.address)
      throw new Refused('account_needs_otp')
    }
    const factor = await checkSecondFactor({ agent, counted, origin, language, otp, wish }, at)
    const newHash = await newHashOf(agent, password)
    return open(agent, { origin, keyThumbprint, subject: 'session', language, newHash, ...factor }, at)
  }

  async function rightPassword({ mobile, ciphertext, sentOn, origin }: PasswordAttempt) {
    const at = now()
    const requesters = requestersOf(origin)
    const [held, isVerified, agent, counted] = await database.pipelined(stores =>
      Promise.all([
        hold(stores, { mobile, origin }, at, policy),
        stores.signInAttempts.isVerified(mobile, at),
        enabledAgent(stores.agents.findByMobile(mobile)),
        stores.signInAttempts.countedOf({ mobile, requesters, at }),
      ]),
    )
    const decision = decideTry({ ...held, isVerified }, policy)
    if (decision === 'blocked') throw addressBlocked(policy)
    if (decision === 'unverified') throw new Refused('user_not_verified')
    const password = decryptPassword({ ciphertext, mobile, sentOn, now: at, policy })
    if (password === undefined) throw new Refused('password_unreadable')

    const attempt = { mobile, requesters, counted: counted.address, at, ...waitsFrom(at, policy) }
    const taken = await database.signInAttempts.take(attempt)
    if (typeof taken === 'object') throw phoneBlocked(taken.waitUntil, at)

    const matches = await passwordHash.verify(agent, password)
    if (!agent || !matches) {
      const isLocked = taken === 'last'
      await recordFailure({
        agent,
        mobile,
        origin,
        subject: isLocked ? 'session, password locked' : 'session',
      })
      throw new Refused(isLocked ? 'account_locked' : 'wrong_password')
    }
    return { agent, password, counted, at }
  }

  async function recordFailure({ agent, mobile, origin, subject }: FailedLogIn): Promise<void> {
    await database.transaction(async stores => {
      const actor = { agentId: agent?.id, mobile }
      const event = { at: now(), actor, action: 'session.open' as const, subject, outcome: 'refused' }
      await Promise.all([
        ...[...new Set([...requestersOf(origin), ...networksIn(origin)])].map(requester =>
          stores.signInAttempts.markFailure(requester, now()),
        ),
        stores.audit.append(auditEvent(event, origin)),
      ])
    })
  }

  /** Returns a new hash if the stored hash has an old pepper or cost. A busy server leaves this to the next log-in. */
  async function newHashOf(agent: Agent, password: string): Promise<string | undefined> {
    if (agent.passwordHash === null || passwordHash.isCurrent(agent.passwordHash)) return undefined
    return passwordHash.hash(password, agent.id).catch((error: unknown) => {
      if (error instanceof Overloaded) return undefined
      throw error
    })
  }
}

async function hold(
  stores: Stores,
  { mobile, origin }: Pick<PasswordAttempt, 'mobile' | 'origin'>,
  at: Date,
  policy: Policy,
): Promise<Omit<HeldSignIn, 'isVerified'>> {
  const period = { since: addressWindow(at, policy), latest: latestTime(at) }
  const failuresOf = (requester: string) => stores.signInAttempts.countFailures({ requester, ...period })
  const [ofNetwork, ofWiderNetwork, ofDevice, isKnownDevice] = await Promise.all([
    failuresOf(origin.network),
    failuresOf(origin.widerNetwork),
    origin.device === undefined ? 0 : failuresOf(origin.device),
    knowsDevice(stores, mobile, origin, at),
  ])
  return { failures: { ofNetwork, ofWiderNetwork, ofDevice }, isKnownDevice }
}

function phoneBlocked(until: Date, at: Date): Refused | Throttled {
  if (until.getTime() === Date.parse(lockWithoutEnd)) return new Refused('account_locked')
  return new Throttled('too_many_wrong_passwords', Math.ceil((until.getTime() - at.getTime()) / 1000))
}

function addressBlocked({ addressWindowMinutes }: Policy): Throttled {
  return new Throttled('too_many_attempts', (addressWindowMinutes * minuteMs) / 1000)
}
