import type { Language } from '@ekyc/contract/languages'
import type {
  NewPasskey,
  OtpDetails,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@ekyc/contract/shapes'

import { auditEvent } from './audit-trail.ts'
import { enabledAgent } from './enabled-agent.ts'
import { nilId } from './new-id.ts'
import type { Notices } from './notices.ts'
import type { OneTimePasswords } from './one-time-passwords.ts'
import type { Origin } from './origin.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import type { Policy } from './policy.ts'
import type { PasskeyVerifier, RelyingParty } from './ports.ts'
import { OtpRefused, Refused } from './refused.ts'
import type { SignIn } from './sign-in.ts'
import type { Caller, Database, PasskeyOf, PasskeyPurpose, Stores } from './stores.ts'
import { nameOf } from './user-agent.ts'

/** EdDSA, ES256 and RS256, as WebAuthn numbers them, the best first. */
export const passkeyAlgorithms = [-8, -7, -257]

/** A signed-in agent, and where the call comes from. */
type Asked = { caller: Caller; origin: Origin }

/** More than the session shows who the agent is: a one-time password of the phone, or a passkey of the account. */
export type StepUp = { refId: string; code: string } | PasskeyAssertion

export type Passkeys = {
  list(caller: Caller): Promise<PasskeyOf[]>
  /** Sends the one-time password that a new passkey needs. @throws Throttled */
  sendOtp(ask: Asked & { language?: Language }): Promise<OtpDetails>
  /** Tells the browser what a passkey of the account must sign, so that another may be added. */
  startProof(ask: Asked & { relyingParty: RelyingParty }): Promise<PasskeyRequest>
  /** Tells the browser how to make a passkey. @throws Refused when the step-up is not good */
  startAdding(ask: Asked & { stepUp: StepUp; relyingParty: RelyingParty }): Promise<PasskeyCreation>
  /** @throws Refused when the passkey is not good */
  add(
    added: Asked & {
      credential: NewPasskey
      relyingParty: RelyingParty
      language: Language | undefined
    },
  ): Promise<void>
  /** Removes a passkey of the caller, with its audit row. Another agent's is unknown, and nothing happens. */
  remove(removed: Asked & { credentialId: Uint8Array }): Promise<void>
  /** Tells the browser what a passkey must sign. Every phone gets the same answer, known or not. */
  startLogIn(ask: { mobile: string; relyingParty: RelyingParty; origin: Origin }): Promise<PasskeyRequest>
  /** @throws Refused when the passkey is not the phone's, or is not good */
  logIn(attempt: {
    mobile: string
    credential: PasskeyAssertion
    relyingParty: RelyingParty
    origin: Origin
    keyThumbprint: Uint8Array | undefined
    language: Language | undefined
  }): ReturnType<SignIn['open']>
}

export function createPasskeys(options: {
  database: Database
  signIn: SignIn
  oneTimePasswords: OneTimePasswords
  notices: Notices
  verifier: PasskeyVerifier
  /** The portal's name in the browser's dialog. */
  portalName: string
  policy: Policy
  now: () => Date
}): Passkeys {
  const { database, signIn, oneTimePasswords, notices, verifier, portalName, policy, now } = options
  const challenges = createPasskeyChallenges(options)

  return {
    list: ({ agentId }) => database.passkeys.listOf(agentId),

    sendOtp: ({ caller: { mobile }, origin, language }) =>
      database.transaction(async stores => {
        const agent = await enabledAgent(stores.agents.findByMobile(mobile))
        const wish = { mobile, agent, purpose: 'passkey', origin, isSignedIn: true } as const
        return oneTimePasswords.request(stores, { ...wish, ...(language && { language }) })
      }),

    async startProof({ caller: { mobile }, relyingParty, origin }) {
      return requestOf(relyingParty, await newChallenge({ mobile, purpose: 'prove', origin }))
    },

    async startAdding({ caller, stepUp, relyingParty, origin }) {
      const { agentId, mobile, name } = caller
      const challenge = await ('code' in stepUp
        ? afterOtp(caller, stepUp, origin)
        : afterPasskey(caller, stepUp, relyingParty, origin))
      const own = await database.passkeys.listOf(agentId)
      return {
        rp: { id: relyingParty.id, name: portalName },
        user: { id: userHandleOf(agentId), name: mobile, displayName: name },
        challenge,
        pubKeyCredParams: passkeyAlgorithms.map(alg => ({ alg, type: 'public-key' })),
        timeout: challenges.lifeMs,
        excludeCredentials: own.map(({ credentialId }) => ({
          id: Buffer.from(credentialId).toString('base64url'),
          type: 'public-key',
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    async add({ caller, credential, relyingParty, origin, language }) {
      const { agentId, mobile } = caller
      const clientData = credential.response.clientDataJSON
      const challenge = await challenges.take({ mobile, purpose: 'add', clientData })
      const read =
        challenge === undefined ? undefined : await verifier.readNew({ credential, challenge, relyingParty })
      const isAdded =
        read !== undefined &&
        (await database.transaction(async stores => {
          const passkey = { agentId, ...read, name: nameOf(origin.userAgent), at: now() }
          // WebAuthn 7.1 step 27: a credential belongs to one account.
          if (!(await stores.passkeys.add(passkey, policy.passkeysPerAgent))) return false
          await Promise.all([
            append(stores, { caller, origin }, 'passkey.add', 'done'),
            notices.tell(stores, 'passkeyAdded', caller, language),
          ])
          return true
        }))
      if (isAdded) return
      await append(database, { caller, origin }, 'passkey.add', 'refused')
      throw new Refused('passkey_not_added')
    },

    async remove({ caller, credentialId, origin }) {
      await database.transaction(async stores => {
        if (await stores.passkeys.remove(caller.agentId, credentialId))
          await append(stores, { caller, origin }, 'passkey.remove', 'done')
      })
    },

    async startLogIn({ mobile, relyingParty, origin }) {
      if (!(await database.signInAttempts.isVerified(mobile, now()))) throw new Refused('user_not_verified')
      return requestOf(relyingParty, await newChallenge({ mobile, purpose: 'log-in', origin }))
    },

    async logIn({ mobile, credential, relyingParty, origin, ...opening }) {
      await signIn.refuseBlocked({ mobile, origin })
      const agent = await enabledAgent(database.agents.findByMobile(mobile))
      const refuse = async (subject: string) => {
        await signIn.recordFailure({ agent, mobile, origin, subject })
        return new Refused('passkey_not_accepted')
      }
      const use = await useOf({ agentId: agent?.id, mobile, purpose: 'log-in', credential, relyingParty })
      if (use === 'counter went back') throw await refuse('passkey whose counter went back')
      if (!agent || use === 'not good') throw await refuse('passkey')
      if (agent.resetDemanded) throw new Refused('account_needs_otp')
      return signIn.open(agent, { ...opening, origin, subject: 'passkey' })
    },
  }

  function newChallenge(of: Parameters<typeof challenges.make>[1]): Promise<string> {
    return database.transaction(stores => challenges.make(stores, of))
  }

  function requestOf(relyingParty: RelyingParty, challenge: string): PasskeyRequest {
    return {
      rpId: relyingParty.id,
      challenge,
      timeout: challenges.lifeMs,
      userVerification: 'required',
    }
  }

  /** @returns the challenge of the new passkey, for a one-time password that is used up */
  async function afterOtp(
    { mobile }: Caller,
    { refId, code }: { refId: string; code: string },
    origin: Origin,
  ): Promise<string> {
    const agent = await enabledAgent(database.agents.findByMobile(mobile))
    const typed = { mobile, agent, purposes: ['passkey' as const], refId, code, origin }
    const guess = await oneTimePasswords.check(database, typed)
    if (guess.outcome !== 'right') throw new OtpRefused(guess)
    return database.transaction(async stores => {
      const [isFirstUse, challenge] = await Promise.all([
        stores.oneTimePasswords.use(mobile, refId, now()),
        challenges.make(stores, { mobile, purpose: 'add', origin }),
      ])
      if (!isFirstUse) throw new Refused('otp_spent')
      return challenge
    })
  }

  async function afterPasskey(
    caller: Caller,
    credential: PasskeyAssertion,
    relyingParty: RelyingParty,
    origin: Origin,
  ): Promise<string> {
    const { agentId, mobile } = caller
    if ((await useOf({ agentId, mobile, purpose: 'prove', credential, relyingParty })) !== 'good') {
      await append(database, { caller, origin }, 'passkey.prove', 'refused')
      throw new Refused('passkey_not_accepted')
    }
    return newChallenge({ mobile, purpose: 'add', origin })
  }

  /** Verifies the answer of a passkey, and counts its use. */
  async function useOf({
    agentId = nilId,
    mobile,
    purpose,
    credential,
    relyingParty,
  }: {
    /** An unknown phone costs the same statements. */
    agentId: string | undefined
    mobile: string
    purpose: PasskeyPurpose
    credential: PasskeyAssertion
    relyingParty: RelyingParty
  }): Promise<'good' | 'not good' | 'counter went back'> {
    const credentialId = Buffer.from(credential.id, 'base64url')
    const [challenge, passkey] = await Promise.all([
      challenges.take({ mobile, purpose, clientData: credential.response.clientDataJSON }),
      database.passkeys.find(agentId, credentialId),
    ])
    if (challenge === undefined || passkey === undefined) return 'not good'
    const signCount = await verifier.readSignCount({ credential, challenge, relyingParty, ...passkey })
    if (signCount === undefined) return 'not good'
    const isCounted = await database.passkeys.countUse({ agentId, credentialId, signCount, at: now() })
    return isCounted ? 'good' : 'counter went back'
  }

  function append(
    stores: Pick<Stores, 'audit'>,
    { caller: actor, origin }: Asked,
    action: string,
    outcome: string,
  ): Promise<void> {
    const event = { at: now(), actor, action, subject: 'passkey', outcome }
    return stores.audit.append(auditEvent(event, origin))
  }
}

/** The authenticator keeps the agent's id, which says nothing about the agent. */
function userHandleOf(agentId: string): string {
  return Buffer.from(agentId.replaceAll('-', ''), 'hex').toString('base64url')
}
