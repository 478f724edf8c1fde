import { createHash, randomBytes } from 'node:crypto'

import { clockSkewMs } from './clock-skew.ts'
import { minuteMs } from './durations.ts'
import type { Origin } from './origin.ts'
import type { Policy } from './policy.ts'
import type { Database, PasskeyPurpose, Stores } from './stores.ts'

/** The challenges that passkeys sign: each is good once, for its phone and purpose, and for minutes. */
export type PasskeyChallenges = {
  lifeMs: number
  make(
    stores: Pick<Stores, 'passkeys'>,
    of: { mobile: string; purpose: PasskeyPurpose; origin: Origin },
  ): Promise<string>
  /** @returns the challenge that the browser says was signed, unless it is unknown, used or expired */
  take(of: { mobile: string; purpose: PasskeyPurpose; clientData: string }): Promise<string | undefined>
}

export function createPasskeyChallenges(options: {
  database: Database
  policy: Policy
  now: () => Date
}): PasskeyChallenges {
  const { database, policy, now } = options
  const lifeMs = policy.passkeyChallengeMinutes * minuteMs

  return {
    lifeMs,

    async make(stores, { mobile, purpose, origin }) {
      const challenge = randomBytes(32).toString('base64url')
      const expiresOn = new Date(now().getTime() + lifeMs)
      await stores.passkeys.putChallenge(
        {
          mobile,
          challengeHash: hashOf(challenge),
          purpose,
          requester: origin.device ?? origin.network,
          expiresOn,
        },
        policy.passkeyChallengesPerRequester,
      )
      return challenge
    },

    async take({ mobile, purpose, clientData }) {
      const challenge = challengeIn(clientData)
      const at = now()
      const isTaken = await database.passkeys.takeChallenge({
        mobile,
        challengeHash: hashOf(challenge),
        purpose,
        at,
        latestEnd: new Date(at.getTime() + lifeMs + clockSkewMs),
      })
      return isTaken ? challenge : undefined
    },
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
