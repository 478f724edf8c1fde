import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { Language } from '@ekyc/contract/languages'
import type {
  NewPasskey,
  OtpDetails,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@ekyc/contract/shapes'

import { auditEvent } from '../audit/audit-trail.ts'
import { enabledAgent } from '../agents/enabled-agent.ts'
import type { Notices } from '../messages/notices.ts'
import type { OneTimePasswords } from './one-time-passwords.ts'
import type { Origin } from './origin.ts'
import type { DerivedKeys } from '../derive-keys.ts'
import { createPasskeyChallenges, passkeyMac } from './passkey-challenges.ts'
import { createPasskeyLogIn, type PasskeyLogIn } from './passkey-log-in.ts'
import type { Policy } from '../policy.ts'
import type { PasskeyVerifier, RelyingParty } from '../ports.ts'
import { OtpRefused, Refused } from '../refused.ts'
import type { SignIn } from './sign-in.ts'
import type { Caller } from '../agents/agent-stores.ts'
import type { Database, Stores } from '../stores.ts'
import type { PasskeyOf } from './sign-in-stores.ts'
import { nameOf } from './user-agent.ts'

/** The COSE numbers of EdDSA, ES256 and RS256, in order of preference. */
export const passkeyAlgorithms = [-8, -7, -257]

type Asked = { caller: Caller; origin: Origin }

/** A proof of the agent's identity in addition to the session: a one-time password, or a passkey of the account. */
export type StepUp = { refId: string; code: string } | PasskeyAssertion

export type Passkeys = PasskeyLogIn & {
  list(caller: Caller): Promise<PasskeyOf[]>
  /** Sends the one-time password that the agent needs to add a passkey. @throws Throttled */
  sendOtp(ask: Asked & { language?: Language }): Promise<OtpDetails>
  /** Returns the options for a signature of an existing passkey, which is the step-up for adding another passkey. */
  startProof(ask: Asked & { relyingParty: RelyingParty }): Promise<PasskeyRequest>
  /** Returns the options with which the browser makes a new passkey. @throws Refused when the step-up is not valid */
  startAdding(ask: Asked & { stepUp: StepUp; relyingParty: RelyingParty }): Promise<PasskeyCreation>
  /** Adds a passkey. @throws Refused when the passkey's answer is not valid, or another account has the passkey */
  add(
    added: Asked & {
      credential: NewPasskey
      relyingParty: RelyingParty
      language: Language | undefined
    },
  ): Promise<void>
  /** Removes a passkey of the caller, and writes an audit row. Nothing happens if the caller has no such passkey. */
  remove(removed: Asked & { credentialId: Uint8Array }): Promise<void>
}

export function createPasskeys(options: {
  database: Database
  signIn: SignIn
  oneTimePasswords: OneTimePasswords
  notices: Notices
  verifier: PasskeyVerifier
  portalName: string
  rowKeys: DerivedKeys
  policy: Policy
  now: () => Date
}): Passkeys {
  const { database, oneTimePasswords, notices, verifier, portalName, rowKeys, policy, now } = options
  const challenges = createPasskeyChallenges(options)

  return {
    ...createPasskeyLogIn({ ...options, challenges }),

    list: ({ agentId }) => database.passkeys.listOf(agentId),

    sendOtp: ({ caller: { mobile }, origin, language }) =>
      database.transaction(async stores => {
        const agent = await enabledAgent(stores.agents.findByMobile(mobile))
        const wish = { mobile, agent, purpose: 'passkey', origin, isSignedIn: true, language } as const
        return oneTimePasswords.request(stores, wish)
      }),

    startProof: ({ caller: { mobile }, relyingParty, origin }) =>
      challenges.ask(relyingParty, { mobile, purpose: 'prove', origin }),

    async startAdding({ stepUp, relyingParty, ...asked }) {
      const challenge = await ('code' in stepUp
        ? afterOtp(asked, stepUp)
        : afterPasskey(asked, stepUp, relyingParty))
      const own = await database.passkeys.listOf(asked.caller.agentId)
      const rp = { id: relyingParty.id, name: portalName }
      const { agentId: id, mobile, name: displayName } = asked.caller
      const ask = { rp, challenge, timeout: challenges.lifeMs }
      return passkeyCreation({ id, name: mobile, displayName }, own, ask)
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
          const mac = passkeyMac(rowKeys[0], { agentId, ...read })
          const passkey = { agentId, ...read, name: nameOf(origin.userAgent), at: now(), mac }
          // WebAuthn 7.1 step 27: a credential belongs to one account only.
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
  }

  async function afterOtp(
    { caller: { mobile }, origin }: Asked,
    { refId, code }: { refId: string; code: string },
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
    { caller, origin }: Asked,
    credential: PasskeyAssertion,
    relyingParty: RelyingParty,
  ): Promise<string> {
    const { agentId, mobile } = caller
    const verdict = await challenges.verify({ agentId, mobile, purpose: 'prove', credential, relyingParty })
    if (verdict !== 'good') {
      await append(database, { caller, origin }, 'passkey.prove', 'refused')
      throw new Refused('passkey_not_accepted')
    }
    return database.transaction(stores => challenges.make(stores, { mobile, purpose: 'add', origin }))
  }

  function append(
    stores: Pick<Stores, 'audit'>,
    asked: Asked,
    action: AuditAction,
    outcome: string,
  ): Promise<void> {
    const event = { at: now(), actor: asked.caller, action, subject: 'passkey', outcome }
    return stores.audit.append(auditEvent(event, asked.origin))
  }
}

/** @param own the passkeys that the person has; an authenticator that holds one of them makes no new passkey */
function passkeyCreation(
  user: { id: string; name: string; displayName: string },
  own: { credentialId: Uint8Array }[],
  { rp, challenge, timeout }: Pick<PasskeyCreation, 'rp' | 'challenge' | 'timeout'>,
): PasskeyCreation {
  return {
    rp,
    user: { ...user, id: userHandleOf(user.id) },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map(alg => ({ alg, type: 'public-key' })),
    timeout,
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
}

/** Returns the user handle for the authenticator: the person's id, which reveals nothing about the person. */
function userHandleOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}
