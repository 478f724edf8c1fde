import { indiaDate } from '@ekyc/contract/india-time'
import type { OtpDetails } from '@ekyc/contract/shapes'
import { signInTexts } from '@ekyc/contract/texts'

import { auditEvent } from './audit-trail.ts'
import { clockSkewMs } from './clock-skew.ts'
import { enabledAgent } from './enabled-agent.ts'
import type { OneTimePasswords } from './one-time-passwords.ts'
import type { Origin } from './origin.ts'
import { decryptPassword } from './password-cipher.ts'
import type { PasswordHash } from './password-hash.ts'
import { Overloaded, Refused, Throttled } from './refused.ts'
import type { Sessions } from './sessions.ts'
import type { Agent, Database } from './stores.ts'

export type SignIn = {
  /** What the phone logs in with. A phone that nobody has is answered as one that has a password. */
  check(ask: { mobile: string; origin: Origin }): Promise<{ otpDetails: OtpDetails | null }>
  /** @throws Refused with product.md's texts; Throttled while the phone or the address must wait */
  login(attempt: {
    mobile: string
    /** The password as the wire carries it. */
    ciphertext: string
    sentOn: Date | undefined
    origin: Origin
  }): Promise<{ token: string; expiresInMs: number }>
}

const verifiedForMs = 10 * 60_000
const addressWindowMs = 10 * 60_000
const failuresPerAddress = 300
const phonesPerAddress = 300
const freeFailures = 5
const firstWaitSeconds = 30
const longestWaitSeconds = 15 * 60
const trustedForMs = 30 * 24 * 3_600_000

export function createSignIn(options: {
  database: Database
  oneTimePasswords: OneTimePasswords
  passwordHash: PasswordHash
  sessions: Sessions
  now: () => Date
  onFault: (error: unknown) => void
}): SignIn {
  const { database, oneTimePasswords, passwordHash, sessions, now } = options

  return {
    async check({ mobile, origin }) {
      const at = now()
      const since = new Date(at.getTime() - addressWindowMs)
      if ((await database.signInAttempts.countOtherChecks(origin.address, mobile, since)) >= phonesPerAddress)
        throw addressBlocked()

      return database.transaction(async stores => {
        await stores.signInAttempts.markCheck(origin.address, mobile, at)
        await stores.signInAttempts.markVerified(mobile, new Date(at.getTime() + verifiedForMs))
        const agent = await enabledAgent(stores.agents.findByMobile(mobile))
        if (!agent || agent.passwordHash !== null) return { otpDetails: null }
        return {
          otpDetails: await oneTimePasswords.request(stores, {
            mobile,
            agent,
            purpose: 'first-time',
            origin,
          }),
        }
      })
    },

    login: attempt => passwordHash.inPlace(() => login(attempt)),
  }

  async function login({ mobile, ciphertext, sentOn, origin }: Parameters<SignIn['login']>[0]) {
    const at = now()
    await refuseBlockedAddress(origin.address, at)
    if (!(await database.signInAttempts.isVerified(mobile, at)))
      throw new Refused(signInTexts.userNotVerified)
    const password = decryptPassword({ ciphertext, mobile, sentOn, now: at })
    if (password === undefined) throw new Refused(signInTexts.passwordUnreadable)

    const attempt = { mobile, address: origin.address, at }
    const latestWait = new Date(at.getTime() + longestWaitSeconds * 1_000 + clockSkewMs)
    const taken = await database.signInAttempts.take({ ...attempt, latestWait }, failures =>
      blockedUntil(failures, at),
    )
    if (taken !== 'taken') throw phoneBlocked(taken.waitUntil, at)

    const agent = await enabledAgent(database.agents.findByMobile(mobile))
    const matches = await passwordHash.verify(agent?.passwordHash ?? null, password)
    if (!agent || !matches) {
      await recordFailure({ agent, mobile, origin })
      throw new Refused(signInTexts.passwordIncorrect)
    }
    const trustedUntil = new Date(at.getTime() + trustedForMs)
    if (agent.resetDemanded) {
      await database.signInAttempts.forgive({ ...attempt, trustedUntil })
      throw new Refused(signInTexts.otpVerificationFirst)
    }
    return openSession(agent, password, { ...attempt, trustedUntil }, origin)
  }

  async function refuseBlockedAddress(address: string, at: Date): Promise<void> {
    const since = new Date(at.getTime() - addressWindowMs)
    if ((await database.signInAttempts.countFailures(address, since)) >= failuresPerAddress)
      throw addressBlocked()
  }

  async function recordFailure(failure: {
    agent: Agent | undefined
    mobile: string
    origin: Origin
  }): Promise<void> {
    const { agent, mobile, origin } = failure
    await database.transaction(async stores => {
      await stores.signInAttempts.markFailure(origin.address, now())
      const actor = { agentId: agent?.id, mobile }
      await stores.audit.append(
        auditEvent(
          { at: now(), actor, action: 'session.open', subject: 'session', outcome: 'refused' },
          origin,
        ),
      )
    })
  }

  async function openSession(
    agent: Agent,
    password: string,
    attempt: { mobile: string; address: string; at: Date; trustedUntil: Date },
    origin: Origin,
  ): Promise<{ token: string; expiresInMs: number }> {
    try {
      const newHash = await newHashOf(agent, password)
      return await database.transaction(async stores => {
        // Disabled, reset or given another password while its own was being compared: that counts.
        if (!(await stores.agents.holdUnchanged(agent))) throw new Refused(signInTexts.passwordIncorrect)
        await stores.signInAttempts.forgive(attempt)
        if (newHash !== undefined && agent.passwordHash !== null)
          await stores.agents.replacePasswordHash(agent.id, agent.passwordHash, newHash)
        await stores.dailyCounts.add(agent.id, indiaDate(attempt.at), 'login')
        const actor = { agentId: agent.id, mobile: agent.mobile }
        await stores.audit.append(
          auditEvent(
            { at: now(), actor, action: 'session.open', subject: 'session', outcome: 'done' },
            origin,
          ),
        )
        return sessions.open(stores, agent.id)
      })
    } catch (error) {
      if (error instanceof Refused) throw error
      options.onFault(error)
      throw new Refused(signInTexts.tokenNotFetched)
    }
  }

  /** For a hash under a pepper that is on its way out. A busy server leaves it to the next log-in. */
  async function newHashOf(agent: Agent, password: string): Promise<string | undefined> {
    if (agent.passwordHash === null || passwordHash.isCurrent(agent.passwordHash)) return undefined
    return passwordHash.hash(password).catch((error: unknown) => {
      if (error instanceof Overloaded) return undefined
      throw error
    })
  }
}

/** The fifth failure in a row makes the next try wait 30 s; each further one doubles it, up to 15 minutes. */
function blockedUntil(failures: number, at: Date): Date | null {
  if (failures < freeFailures) return null
  const seconds = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** (failures - freeFailures))
  return new Date(at.getTime() + seconds * 1000)
}

function phoneBlocked(until: Date, at: Date): Throttled {
  const seconds = Math.ceil((until.getTime() - at.getTime()) / 1000)
  return new Throttled(`Too many wrong passwords. Please try again in ${spokenWait(seconds)}.`, seconds)
}

function addressBlocked(): Throttled {
  const seconds = addressWindowMs / 1000
  return new Throttled(
    `Too many attempts from this address. Please try again in ${spokenWait(seconds)}.`,
    seconds,
  )
}

function spokenWait(seconds: number): string {
  return seconds < 60 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
