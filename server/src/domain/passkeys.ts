import { createHash, randomBytes } from 'node:crypto'

import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '@ekyc/contract/shapes'

import { auditEvent } from './audit-trail.ts'
import { clockSkewMs } from './clock-skew.ts'
import { minuteMs } from './durations.ts'
import { enabledAgent } from './enabled-agent.ts'
import { nilId } from './new-id.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { PasskeyVerifier, RelyingParty } from './ports.ts'
import { Refused } from './refused.ts'
import type { PasswordAttempt, SignIn } from './sign-in.ts'
import type { Caller, Database, PasskeyPurpose } from './stores.ts'

/** EdDSA, ES256 and RS256, as WebAuthn numbers them, the best first. */
export const passkeyAlgorithms = [-8, -7, -257]

export type Passkeys = {
  /** Asks for the password again, then tells the browser how to make a passkey. */
  startAdding(ask: {
    caller: Caller
    attempt: PasswordAttempt
    relyingParty: RelyingParty
  }): Promise<PasskeyCreation>
  /** @throws Refused when the passkey is not good */
  add(added: {
    caller: Caller
    credential: NewPasskey
    relyingParty: RelyingParty
    origin: Origin
  }): Promise<void>
  /** Tells the browser what a passkey must sign. Every phone gets the same answer, known or not. */
  startLogIn(ask: { mobile: string; relyingParty: RelyingParty; origin: Origin }): Promise<PasskeyRequest>
  /** @throws Refused when the passkey is not the phone's, or is not good */
  logIn(attempt: {
    mobile: string
    credential: PasskeyAssertion
    relyingParty: RelyingParty
    origin: Origin
    keyThumbprint: Uint8Array | undefined
  }): ReturnType<SignIn['open']>
}

export function createPasskeys(options: {
  database: Database
  signIn: SignIn
  verifier: PasskeyVerifier
  /** The portal's name in the browser's dialog. */
  portalName: string
  policy: Policy
  now: () => Date
}): Passkeys {
  const { database, signIn, verifier, portalName, policy, now } = options
  const challengeMs = policy.passkeyChallengeMinutes * minuteMs

  return {
    async startAdding({ caller, attempt, relyingParty }) {
      await signIn.confirmPassword(attempt)
      const { agentId, mobile, name } = caller
      const [challenge, ids] = await Promise.all([
        newChallenge(mobile, 'add', attempt.origin),
        database.passkeys.idsOf(agentId),
      ])
      return {
        rp: { id: relyingParty.id, name: portalName },
        user: { id: userHandleOf(agentId), name: mobile, displayName: name },
        challenge,
        pubKeyCredParams: passkeyAlgorithms.map(alg => ({ alg, type: 'public-key' })),
        timeout: challengeMs,
        excludeCredentials: ids.map(id => ({ id: base64url(id), type: 'public-key' })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      }
    },

    async add({ caller: { agentId, mobile }, credential, relyingParty, origin }) {
      const challenge = await takeChallenge(mobile, 'add', credential.response.clientDataJSON)
      const read =
        challenge === undefined ? undefined : await verifier.readNew({ credential, challenge, relyingParty })
      const appended = { at: now(), actor: { agentId, mobile }, action: 'passkey.add', subject: 'passkey' }
      if (!read) {
        await database.audit.append(auditEvent({ ...appended, outcome: 'refused' }, origin))
        throw new Refused('passkey_not_added')
      }
      await database.transaction(async stores => {
        await Promise.all([
          stores.passkeys.add({ agentId, ...read, at: now() }, policy.passkeysPerAgent),
          stores.audit.append(auditEvent({ ...appended, outcome: 'done' }, origin)),
        ])
      })
    },

    async startLogIn({ mobile, relyingParty, origin }) {
      if (!(await database.signInAttempts.isVerified(mobile, now()))) throw new Refused('user_not_verified')
      return {
        rpId: relyingParty.id,
        challenge: await newChallenge(mobile, 'log-in', origin),
        timeout: challengeMs,
        userVerification: 'required',
      }
    },

    async logIn({ mobile, credential, relyingParty, origin, keyThumbprint }) {
      await signIn.refuseBlocked({ mobile, origin })
      const agent = await enabledAgent(database.agents.findByMobile(mobile))
      const credentialId = Buffer.from(credential.id, 'base64url')
      const [challenge, passkey] = await Promise.all([
        takeChallenge(mobile, 'log-in', credential.response.clientDataJSON),
        // An unknown phone costs the same statements.
        database.passkeys.find(agent?.id ?? nilId, credentialId),
      ])
      const signCount =
        challenge !== undefined && passkey !== undefined
          ? await verifier.readSignCount({ credential, challenge, relyingParty, ...passkey })
          : undefined
      const refuse = async (subject: string) => {
        await signIn.recordFailure({ agent, mobile, origin, subject })
        return new Refused('passkey_not_accepted')
      }
      if (!agent || signCount === undefined) throw await refuse('passkey')
      if (!(await database.passkeys.countUse({ agentId: agent.id, credentialId, signCount })))
        throw await refuse('passkey whose counter went back')
      if (agent.resetDemanded) throw new Refused('account_needs_otp')
      return signIn.open(agent, { origin, keyThumbprint, subject: 'passkey' })
    },
  }

  async function newChallenge(mobile: string, purpose: PasskeyPurpose, origin: Origin): Promise<string> {
    const challenge = randomBytes(32).toString('base64url')
    await database.transaction(stores =>
      stores.passkeys.putChallenge({
        mobile,
        challengeHash: hashOf(challenge),
        purpose,
        address: origin.network,
        expiresOn: new Date(now().getTime() + challengeMs),
      }),
    )
    return challenge
  }

  /** @returns the challenge that the browser says was signed, unless it is unknown, used or expired */
  async function takeChallenge(
    mobile: string,
    purpose: PasskeyPurpose,
    clientData: string,
  ): Promise<string | undefined> {
    const challenge = challengeIn(clientData)
    const at = now()
    const latestEnd = new Date(at.getTime() + challengeMs + clockSkewMs)
    const isTaken = await database.passkeys.takeChallenge({
      mobile,
      challengeHash: hashOf(challenge),
      purpose,
      at,
      latestEnd,
    })
    return isTaken ? challenge : undefined
  }
}

/** Reads the challenge by which the stored one is found; the verifier reads the whole. */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as Record<
      string,
      unknown
    >
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

function hashOf(challenge: string): Uint8Array {
  return createHash('sha256').update(challenge).digest()
}

/** The authenticator keeps the agent's id, which says nothing about the agent. */
function userHandleOf(agentId: string): string {
  return Buffer.from(agentId.replaceAll('-', ''), 'hex').toString('base64url')
}

function base64url(octets: Uint8Array): string {
  return Buffer.from(octets).toString('base64url')
}
