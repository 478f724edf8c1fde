import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto'

import type { PasskeyAssertion, PasskeyRequest } from '@ekyc/contract/shapes'

import { clockSkewMs, minuteMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { nilId } from '../ids.ts'
import type { Policy } from '../policy.ts'
import type { RelyingParty } from '../ports.ts'
import { Refused } from '../call-errors.ts'
import type { CallOrigin } from './call-origin.ts'
import { isSameSecret } from '../secrets.ts'
import type { Stores } from '../stores.ts'

/** The purpose of a challenge. For 'prove', a passkey of the account signs before another passkey is added. */
export type PasskeyPurpose = 'add' | 'log-in' | 'prove'

type ChallengeOf = { mobile: string; purpose: PasskeyPurpose; origin: CallOrigin }

/**
 * The result of a check of a passkey's answer. 'counter went back' means that the passkey may be a copy. 'not written
 * by a server' means that somebody wrote or changed its row by hand.
 */
export type PasskeyVerdict = 'good' | 'not good' | 'counter went back' | 'not written by a server'

/** The time for which a challenge is valid, in ms. It is valid once, for one phone and purpose. */
export function challengeLifeMs({ passkeyChallengeMinutes }: Policy): number {
  return passkeyChallengeMinutes * minuteMs
}

/** Makes a challenge, and returns the options for a passkey's signature of it. */
export async function createPasskeyRequest(
  context: Context,
  { id }: RelyingParty,
  of: ChallengeOf,
): Promise<PasskeyRequest> {
  const challenge = await context.database.transaction(stores => createChallenge(context, stores, of))
  return { rpId: id, challenge, timeout: challengeLifeMs(context.policy), userVerification: 'required' }
}

export async function createChallenge(
  { policy, now }: Context,
  stores: Pick<Stores, 'passkeys'>,
  { mobile, purpose, origin }: ChallengeOf,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const requester = origin.device ?? origin.network
  const expiresOn = new Date(now().getTime() + challengeLifeMs(policy))
  await stores.passkeys.putChallenge(
    { mobile, challengeHash: hashOfChallenge(challenge), purpose, requester, expiresOn },
    policy.passkeyChallengesPerRequester,
  )
  return challenge
}

/** Uses up the challenge in `clientData`. @returns undefined if the challenge is unknown, used or expired */
export async function takeChallenge(
  { database, policy, now }: Context,
  { mobile, purpose, clientData }: { mobile: string; purpose: PasskeyPurpose; clientData: string },
): Promise<string | undefined> {
  const challenge = challengeIn(clientData)
  const at = now()
  const isTaken = await database.passkeys.takeChallenge({
    mobile,
    challengeHash: hashOfChallenge(challenge),
    purpose,
    at,
    latestEnd: new Date(at.getTime() + challengeLifeMs(policy) + clockSkewMs),
  })
  return isTaken ? challenge : undefined
}

/**
 * Verifies the signed answer of a passkey, and stores the passkey's new signature counter.
 * @param of.agentId undefined for an unknown phone. The same database statements run then, so that response times do
 * not differ.
 */
export async function verifyPasskey(
  context: Context,
  of: {
    agentId: string | undefined
    mobile: string
    purpose: PasskeyPurpose
    credential: PasskeyAssertion
    relyingParty: RelyingParty
  },
): Promise<PasskeyVerdict> {
  const { database, passkeyVerifier, passkeyRowKeys, now } = context
  const { agentId = nilId, mobile, purpose, credential, relyingParty } = of
  const credentialId = Buffer.from(credential.id, 'base64url')
  const [challenge, passkey] = await Promise.all([
    takeChallenge(context, { mobile, purpose, clientData: credential.response.clientDataJSON }),
    database.passkeys.find(agentId, credentialId),
  ])
  if (challenge === undefined || passkey === undefined) return 'not good'
  const facts = { agentId, credentialId, publicKey: passkey.publicKey }
  if (!passkeyRowKeys.some(key => isSameSecret(passkey.mac, passkeyRowMac(key, facts))))
    return 'not written by a server'
  const signCount = await passkeyVerifier.readSignCount({ credential, challenge, relyingParty, ...passkey })
  if (signCount === undefined) return 'not good'
  const isCounted = await database.passkeys.countUse({ agentId, credentialId, signCount, at: now() })
  return isCounted ? 'good' : 'counter went back'
}

/** Returns the MAC of a passkey's row. The signature counter stays outside, because each use changes it. */
export function passkeyRowMac(
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

/**
 * Determines the relying party of passkeys from PORTAL_ORIGIN alone, because a caller can send any Host header. Without
 * PORTAL_ORIGIN, passkeys work only on the server's own computer, where browsers accept `localhost` as a relying party,
 * but not 127.0.0.1.
 * @param host the Host header of a request
 * @throws Refused when the host cannot offer passkeys
 */
export function relyingPartyOf({ portalOrigin }: Pick<Context, 'portalOrigin'>, host: string): RelyingParty {
  if (portalOrigin !== undefined) return { id: new URL(portalOrigin).hostname, origin: portalOrigin }
  if (!/^localhost(:\d+)?$/.test(host)) throw new Refused('passkeys_not_offered')
  return { id: 'localhost', origin: `http://${host}` }
}
