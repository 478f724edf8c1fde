import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto'

import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import { clockSkewMs } from '../clock-skew.ts'
import type { DerivedKeys } from '../derive-keys.ts'
import { minuteMs } from '../durations.ts'
import { nilId } from '../new-id.ts'
import type { Origin } from './origin.ts'
import type { Policy } from '../policy.ts'
import type { PasskeyVerifier, RelyingParty } from '../ports.ts'
import { isSameMac } from '../staff/staff-sessions.ts'
import type { Database, Stores } from '../stores.ts'
import type { PasskeyPurpose } from './sign-in-stores.ts'

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

/**
 * The result of a check of a passkey's answer. 'counter went back' means that the passkey may be a copy. 'not written
 * by a server' means that somebody wrote or changed its row by hand.
 */
export type PasskeyVerdict = 'good' | 'not good' | 'counter went back' | 'not written by a server'

export function createPasskeyChallenges(options: {
  database: Database
  verifier: PasskeyVerifier
  /** The keys of the MACs of passkeys. The first key makes new MACs, and all keys verify. */
  rowKeys: DerivedKeys
  policy: Policy
  now: () => Date
}): PasskeyChallenges {
  const { database, verifier, rowKeys, policy, now } = options
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
      const facts = { agentId, credentialId, publicKey: passkey.publicKey }
      if (!rowKeys.some(key => isSameMac(passkey.mac, passkeyMac(key, facts))))
        return 'not written by a server'
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

/** Returns the MAC of a passkey's row. The signature counter stays outside, because each use changes it. */
export function passkeyMac(
  key: KeyObject,
  { agentId, credentialId, publicKey }: { agentId: string; credentialId: Uint8Array; publicKey: Uint8Array },
): Buffer {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return createHmac('sha256', key)
    .update([agentId, hex(credentialId), hex(publicKey)].join('\n'))
    .digest()
}

/** Returns the unverified challenge in the client data, or ''. The server finds the stored challenge by this text. */
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

function hashOfChallenge(challenge: string): Uint8Array {
  return createHash('sha256').update(challenge).digest()
}
