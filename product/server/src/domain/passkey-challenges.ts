import { createHash, randomBytes } from 'node:crypto'

import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import { clockSkewMs } from './clock-skew.ts'
import { minuteMs } from './durations.ts'
import { nilId } from './new-id.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { PasskeyVerifier, RelyingParty } from './ports.ts'
import type { Database, PasskeyPurpose, Stores } from './stores.ts'

type ChallengeOf = { mobile: string; purpose: PasskeyPurpose; origin: Origin }

/** Makes and checks challenges for passkeys. A challenge is valid once, within `lifeMs`, for one phone and purpose. */
export type PasskeyChallenges = {
  lifeMs: number
  make(stores: Pick<Stores, 'passkeys'>, of: ChallengeOf): Promise<string>
  ask(relyingParty: RelyingParty, of: ChallengeOf): Promise<PasskeyRequest>
  /** Uses up the challenge in `clientData`. @returns undefined if the challenge is unknown, used or expired */
  take(of: { mobile: string; purpose: PasskeyPurpose; clientData: string }): Promise<string | undefined>
  /** Verifies the signed answer of a passkey, and stores the passkey's new signature counter. */
  verify(of: {
    /** Undefined for an unknown phone. The same database statements run then, so that response times do not differ. */
    agentId: string | undefined
    mobile: string
    purpose: PasskeyPurpose
    credential: PasskeyAssertion
    relyingParty: RelyingParty
  }): Promise<PasskeyVerdict>
}

/** The result of a check of a passkey's answer. 'counter went back' means that the passkey may be a copy. */
export type PasskeyVerdict = 'good' | 'not good' | 'counter went back'

export function createPasskeyChallenges(options: {
  database: Database
  verifier: PasskeyVerifier
  policy: Policy
  now: () => Date
}): PasskeyChallenges {
  const { database, verifier, policy, now } = options
  const lifeMs = policy.passkeyChallengeMinutes * minuteMs

  return {
    lifeMs,
    make,
    take,

    async ask(relyingParty, of) {
      const challenge = await database.transaction(stores => make(stores, of))
      return { rpId: relyingParty.id, challenge, timeout: lifeMs, userVerification: 'required' }
    },

    async verify({ agentId = nilId, mobile, purpose, credential, relyingParty }) {
      const credentialId = Buffer.from(credential.id, 'base64url')
      const [challenge, passkey] = await Promise.all([
        take({ mobile, purpose, clientData: credential.response.clientDataJSON }),
        database.passkeys.find(agentId, credentialId),
      ])
      if (challenge === undefined || passkey === undefined) return 'not good'
      const signCount = await verifier.readSignCount({ credential, challenge, relyingParty, ...passkey })
      if (signCount === undefined) return 'not good'
      const isCounted = await database.passkeys.countUse({ agentId, credentialId, signCount, at: now() })
      return isCounted ? 'good' : 'counter went back'
    },
  }

  async function take({ mobile, purpose, clientData }: Parameters<PasskeyChallenges['take']>[0]) {
    const challenge = challengeIn(clientData)
    const at = now()
    const isTaken = await database.passkeys.takeChallenge({
      mobile,
      challengeHash: hashOfChallenge(challenge),
      purpose,
      at,
      latestEnd: new Date(at.getTime() + lifeMs + clockSkewMs),
    })
    return isTaken ? challenge : undefined
  }

  async function make(stores: Pick<Stores, 'passkeys'>, { mobile, purpose, origin }: ChallengeOf) {
    const challenge = randomBytes(32).toString('base64url')
    const requester = origin.device ?? origin.network
    const expiresOn = new Date(now().getTime() + lifeMs)
    await stores.passkeys.putChallenge(
      { mobile, challengeHash: hashOfChallenge(challenge), purpose, requester, expiresOn },
      policy.passkeyChallengesPerRequester,
    )
    return challenge
  }
}

/** Returns the unverified challenge in the client data, or ''. The server finds the stored challenge by this text. */
export function challengeIn(clientData: string): string {
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

export function hashOfChallenge(challenge: string): Uint8Array {
  return createHash('sha256').update(challenge).digest()
}
