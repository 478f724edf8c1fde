import { randomBytes } from 'node:crypto'

import type { Language } from '@ekyc/contract/languages'
import { indiaDate } from '@ekyc/contract/india-time'
import type { OtpDetails } from '@ekyc/contract/shapes'

import { hashPrint } from './audit-records.ts'
import { auditEvent } from './audit-trail.ts'
import { clockSkewMs, latestTime } from './clock-skew.ts'
import { DatabaseBusy } from './database-away.ts'
import { dayMs, minuteMs, secondMs } from './durations.ts'
import { enabledAgent } from './enabled-agent.ts'
import type { Notices } from './notices.ts'
import type { OneTimePasswords } from './one-time-passwords.ts'
import { networksIn, requestersOf, type Origin } from './origin.ts'
import { decryptPassword } from './password-cipher.ts'
import type { PasswordHash } from './password-hash.ts'
import type { Policy } from './policy.ts'
import { createQuota } from './quotas.ts'
import { Overloaded, Refused, Throttled } from './refused.ts'
import type { Sessions } from './sessions.ts'
import type { Agent, Database, SignInAttemptStore, Stores } from './stores.ts'

/** A typed password, encrypted as on the wire. */
export type PasswordAttempt = {
  mobile: string
  ciphertext: string
  sentOn: Date | undefined
  origin: Origin
}

type Opening = {
  origin: Origin
  /** The key that the session is bound to, if any. */
  keyThumbprint: Uint8Array | undefined
  /** The audit row's subject. */
  subject: string
  /** Of an SMS about a new device. */
  language: Language | undefined
}

export type SignIn = {
  /**
   * Tells how the phone logs in. An unknown phone gets the answer of one with a password.
   * @param ask.language that of the SMS
   */
  check(ask: {
    mobile: string
    origin: Origin
    language?: Language
  }): Promise<{ otpDetails: OtpDetails | null }>
  /** @throws Refused with product.md's texts; Throttled during a wait of the phone or the address */
  login(attempt: PasswordAttempt & Pick<Opening, 'keyThumbprint' | 'language'>): Promise<OpenedSession>
  /** @throws Throttled when the address has failed too often and the device is unknown */
  refuseBlocked(attempt: { mobile: string; origin: Origin }): Promise<void>
  /** Counts a failed log-in of the address, and writes its audit row. */
  recordFailure(failure: FailedLogIn): Promise<void>
  /** Opens a session for an agent who has proven to be this agent otherwise. */
  open(agent: Agent, opening: Opening): Promise<OpenedSession>
}

type FailedLogIn = { agent: Agent | undefined; mobile: string; origin: Origin; subject: string }

type Forgiven = Parameters<SignInAttemptStore['forgive']>[0]

/** device: the id by which the agent's device is known from now on */
export type OpenedSession = { token: string; expiresInMs: number; device: string }

export function createSignIn(options: {
  database: Database
  oneTimePasswords: OneTimePasswords
  passwordHash: PasswordHash
  sessions: Sessions
  notices: Notices
  policy: Policy
  now: () => Date
  onFault: (error: unknown) => void
}): SignIn {
  const { database, oneTimePasswords, passwordHash, sessions, notices, policy, now } = options
  const addressWindowMs = policy.addressWindowMinutes * minuteMs
  const waitSeconds = waitsOf(policy)
  const phones = createQuota({
    kind: 'checked-phone',
    perMs: addressWindowMs,
    limit: policy.phonesPerAddress,
  })
  const phonesOfWiderNetwork = createQuota({
    kind: 'checked-phone-wider',
    perMs: addressWindowMs,
    limit: policy.phonesPerAddress * policy.widerNetworkFold,
  })

  return {
    async check({ mobile, origin, language }) {
      const at = now()
      const { network: address } = origin
      const since = addressWindow(at)
      const [wait, widerWait, hasChecked, isKnownDevice] = await database.pipelined(stores =>
        Promise.all([
          phones.waitOf(stores, address, at),
          phonesOfWiderNetwork.waitOf(stores, origin.widerNetwork, at),
          stores.signInAttempts.hasChecked(address, mobile, since),
          knowsDevice(stores, mobile, origin, at),
        ]),
      )
      const longest = longerOf(wait, widerWait)
      if (longest !== undefined && !hasChecked && !isKnownDevice) throw addressBlocked(longest)

      return database.transaction(async stores => {
        const [agent, isFirst] = await Promise.all([
          enabledAgent(stores.agents.findByMobile(mobile)),
          stores.signInAttempts.markCheck({ address, mobile, at, since }),
          stores.signInAttempts.markVerified(
            mobile,
            new Date(at.getTime() + policy.phoneVerifiedMinutes * minuteMs),
          ),
        ])
        const [beyondOwn, beyondWider] = isFirst
          ? await Promise.all([
              phones.take(stores, address, at),
              phonesOfWiderNetwork.take(stores, origin.widerNetwork, at),
            ])
          : []
        const beyond = longerOf(beyondOwn, beyondWider)
        if (beyond !== undefined && !isKnownDevice) throw addressBlocked(beyond)
        if (!agent || agent.passwordHash !== null) return { otpDetails: null }
        return {
          otpDetails: await oneTimePasswords.request(stores, {
            mobile,
            agent,
            purpose: 'first-time',
            origin,
            isSignedIn: false,
            ...(language && { language }),
          }),
        }
      })
    },

    login: attempt => passwordHash.admit(() => login(attempt)),

    async refuseBlocked({ mobile, origin }) {
      const at = now()
      if (await database.pipelined(stores => isBlocked(stores, mobile, origin, at)))
        throw addressBlocked(addressWindowMs)
    },

    recordFailure,

    open: (agent, opening) => openSession(agent, opening, { at: now() }),
  }

  async function login({
    keyThumbprint,
    language,
    ...attempt
  }: Parameters<SignIn['login']>[0]): Promise<OpenedSession> {
    const { agent, password, at } = await rightPassword(attempt)
    if (agent.resetDemanded || !mayLogInBy(agent.passwordHash)) {
      await database.signInAttempts.forgive(forgiven(agent.mobile, attempt.origin, at))
      throw new Refused('account_needs_otp')
    }
    const newHash = await newHashOf(agent, password)
    const opening = { origin: attempt.origin, keyThumbprint, subject: 'session', language }
    return openSession(agent, opening, { at, newHash })
  }

  /** A hash without its agent may be a copy of another agent's; the bank says for how long it is good. */
  function mayLogInBy(hash: string | null): boolean {
    return hash !== null && (policy.formerPasswordHashesTaken > 0 || passwordHash.isBound(hash))
  }

  /** @returns the agent whose password it is, and the moment of the attempt */
  async function rightPassword({ mobile, ciphertext, sentOn, origin }: PasswordAttempt) {
    const at = now()
    const requesters = requestersOf(origin)
    const [isFromBlocked, isVerified, agent, counted] = await database.pipelined(stores =>
      Promise.all([
        isBlocked(stores, mobile, origin, at),
        stores.signInAttempts.isVerified(mobile, at),
        enabledAgent(stores.agents.findByMobile(mobile)),
        stores.signInAttempts.countedOf(mobile, requesters, at),
      ]),
    )
    if (isFromBlocked) throw addressBlocked(addressWindowMs)
    if (!isVerified) throw new Refused('user_not_verified')
    const password = decryptPassword({ ciphertext, mobile, sentOn, now: at, policy })
    if (password === undefined) throw new Refused('password_unreadable')

    const attempt = { mobile, requesters, counted, at }
    const latestWait = new Date(at.getTime() + Math.max(...waitSeconds) * secondMs + clockSkewMs)
    const waits = waitSeconds.map(seconds => (seconds ? new Date(at.getTime() + seconds * secondMs) : null))
    const taken = await database.signInAttempts.take({ ...attempt, latestWait, waits })
    if (taken !== 'taken') throw phoneBlocked(taken.waitUntil, at)

    const matches = await passwordHash.verify(agent, password)
    if (!agent || !matches) {
      await recordFailure({ agent, mobile, origin, subject: 'session' })
      throw new Refused('wrong_password')
    }
    return { agent, password, at }
  }

  async function recordFailure({ agent, mobile, origin, subject }: FailedLogIn): Promise<void> {
    await database.transaction(async stores => {
      const actor = { agentId: agent?.id, mobile }
      await Promise.all([
        ...[...new Set([...requestersOf(origin), ...networksIn(origin)])].map(requester =>
          stores.signInAttempts.markFailure(requester, now()),
        ),
        stores.audit.append(
          auditEvent({ at: now(), actor, action: 'session.open', subject, outcome: 'refused' }, origin),
        ),
      ])
    })
  }

  async function openSession(
    agent: Agent,
    { origin, keyThumbprint, subject, language }: Opening,
    { at, newHash }: { at: Date; newHash?: string | undefined },
  ): Promise<OpenedSession> {
    const device = origin.device ?? randomBytes(16).toString('base64url')
    const trusted = forgiven(agent.mobile, { ...origin, device }, at)
    try {
      return await database.transaction(async stores => {
        const actor = { agentId: agent.id, mobile: agent.mobile }
        const [isUnchanged, , session] = await Promise.all([
          stores.agents.holdUnchanged(agent),
          // Before the sessions: a sharded database changes no table of every node after it has asked all shards.
          newHash !== undefined &&
            agent.passwordHash !== null &&
            stores.agents.replacePasswordHash(agent.id, agent.passwordHash, newHash),
          sessions.open(stores, { agentId: agent.id, keyThumbprint, userAgent: origin.userAgent }),
          stores.signInAttempts.forgive(trusted),
          stores.dailyCounts.add(agent.id, indiaDate(at), 'login'),
          // The cookie of a device is signed for the phone, which has logged in from it.
          origin.device === undefined && notices.tell(stores, 'newDevice', actor, language),
          stores.audit.append(
            auditEvent({ at: now(), actor, action: 'session.open', subject, outcome: 'done' }, origin),
          ),
          newHash !== undefined &&
            stores.audit.append(
              auditEvent(
                {
                  at: now(),
                  actor,
                  action: 'password.rehash',
                  subject: `hash ${hashPrint(newHash)}`,
                  outcome: 'done',
                },
                origin,
              ),
            ),
        ])
        // The agent was disabled, reset or given another password meanwhile.
        if (!isUnchanged) throw new Refused('wrong_password')
        return { ...session, device }
      })
    } catch (error) {
      if (error instanceof Refused || error instanceof DatabaseBusy) throw error
      options.onFault(error)
      throw new Refused('token_not_fetched')
    }
  }

  /** Replaces a hash of an old pepper or cost. A busy server leaves it to the next log-in. */
  async function newHashOf(agent: Agent, password: string): Promise<string | undefined> {
    if (agent.passwordHash === null || passwordHash.isCurrent(agent.passwordHash)) return undefined
    return passwordHash.hash(password, agent.id).catch((error: unknown) => {
      if (error instanceof Overloaded) return undefined
      throw error
    })
  }

  /** After a right password the device and the address are trusted for a time. */
  function forgiven(mobile: string, origin: Origin, at: Date): Forgiven {
    const daysLater = (days: number) => new Date(at.getTime() + days * dayMs)
    const trustedUntil = requestersOf(origin).map(requester =>
      daysLater(requester === origin.device ? policy.deviceTrustDays : policy.addressTrustDays),
    )
    return { mobile, requesters: requestersOf(origin), at, trustedUntil }
  }

  /** Tells whether the address has failed too often; of a known device only its own failures count. */
  async function isBlocked(stores: Stores, mobile: string, origin: Origin, at: Date): Promise<boolean> {
    const period = { since: addressWindow(at), latest: latestTime(at) }
    const failuresOf = (requester: string) => stores.signInAttempts.countFailures({ requester, ...period })
    const [ofAddress, ofWider, ofDevice, isKnownDevice] = await Promise.all([
      failuresOf(origin.network),
      failuresOf(origin.widerNetwork),
      origin.device === undefined ? 0 : failuresOf(origin.device),
      knowsDevice(stores, mobile, origin, at),
    ])
    const { failuresPerAddress: limit, widerNetworkFold } = policy
    if (isKnownDevice) return ofDevice >= limit
    return ofAddress >= limit || ofWider >= limit * widerNetworkFold
  }

  /** Failures and checks of an address count from here on. */
  function addressWindow(at: Date): Date {
    return new Date(at.getTime() - addressWindowMs)
  }
}

async function knowsDevice(stores: Stores, mobile: string, { device }: Origin, at: Date): Promise<boolean> {
  if (device === undefined) return false
  return (await stores.signInAttempts.trustedOf(mobile, [device], at)).length === 1
}

/** The wait after the first, second … wrong password in a row; the last one holds for all further ones. */
function waitsOf(policy: Policy): number[] {
  const waits = Array.from({ length: policy.failuresBeforeWait - 1 }, () => 0)
  for (let wait = policy.firstWaitSeconds; wait < policy.longestWaitSeconds; wait *= 2) waits.push(wait)
  return [...waits, policy.longestWaitSeconds]
}

function longerOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other)
}

function phoneBlocked(until: Date, at: Date): Throttled {
  return new Throttled('too_many_wrong_passwords', Math.ceil((until.getTime() - at.getTime()) / 1000))
}

function addressBlocked(waitMs: number): Throttled {
  return new Throttled('too_many_attempts', Math.ceil(waitMs / 1000))
}
