import { hash, type KeyObject } from 'node:crypto'

import type { Language } from '@ekyc/contract/languages'
import type {
  NewPasskey,
  OtpDetails,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@ekyc/contract/shapes'

import { enabledAgent, type Caller } from '../agents/agents.ts'
import { recordCall } from '../audit/audit-events.ts'
import { Refused } from '../call-errors.ts'
import { clockSkewMs, minuteMs } from '../clocks.ts'
import type { Context } from '../context.ts'
import { nilId } from '../ids.ts'
import { sendSecurityNotice } from '../messages/sms-texts.ts'
import type { Policy } from '../policy.ts'
import type { RelyingParty } from '../ports.ts'
import { isSameSecret, keyedHash, newSecret } from '../secrets.ts'
import type { Stores } from '../stores.ts'
import { userAgentName, type CallOrigin } from './call-origin.ts'
import { checkOtp } from './check-otp.ts'
import { jsonOfBase64Url } from './proof-of-possession.ts'
import { requestOtp } from './send-otp.ts'
import { openSession, type OpenedSession, type SessionRequest } from './sessions.ts'
import { recordFailedLogIn, refuseBlockedRequester } from './waits-and-trust.ts'

/** The COSE numbers of EdDSA, ES256 and RS256, in order of preference. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The purpose of a challenge. For 'prove', a passkey of the account signs before another passkey is added. */
export type PasskeyPurpose = 'add' | 'log-in' | 'prove'

type ByCaller = { caller: Caller; origin: CallOrigin }
type OnSite = { relyingParty: RelyingParty }

/**
 * Determines the relying party of passkeys from PORTAL_ORIGIN alone, because a caller can send any Host header. Without
 * PORTAL_ORIGIN, passkeys work only on the server's own computer, where browsers accept `localhost` as a relying party,
 * but not 127.0.0.1.
 */
export function relyingPartyOf({ portalOrigin }: Context, host: string): RelyingParty {
  if (portalOrigin !== undefined) return { id: new URL(portalOrigin).hostname, origin: portalOrigin }
  if (!/^localhost(:\d+)?$/.test(host)) throw new Refused('passkeys_not_offered')
  return { id: 'localhost', origin: `http://${host}` }
}

export function sendPasskeyOtp(
  context: Context,
  { caller: { mobile }, origin, language }: ByCaller & { language: Language },
): Promise<OtpDetails> {
  return context.database.transaction(async stores => {
    const agent = await enabledAgent(stores, mobile)
    const request = { mobile, agent, purpose: 'passkey', origin, language } as const
    return requestOtp(context, stores, request)
  })
}

/** @param ask.stepUp a proof in addition to the session: a one-time password, or a passkey of the account */
export async function startAddingPasskey(
  context: Context,
  ask: ByCaller & OnSite & { stepUp: { refId: string; code: string } | PasskeyAssertion },
): Promise<PasskeyCreation> {
  const { caller, stepUp, relyingParty, origin } = ask
  const { database, policy, now } = context
  const { agentId, mobile, name: displayName } = caller
  // An answer of a passkey comes from the caller with whatever other fields, such as a `code`.
  const otp = 'response' in stepUp ? undefined : stepUp
  if ('response' in stepUp) {
    const signed = { agentId, mobile, purpose: 'prove', credential: stepUp, relyingParty } as const
    if ((await verifyPasskey(context, signed)) !== 'good') {
      await record(context, database, ask, 'passkey.prove', 'refused')
      throw new Refused('passkey_not_accepted')
    }
  } else {
    const agent = await enabledAgent(database, mobile)
    await checkOtp(context, { mobile, agent, purposes: ['passkey'], ...stepUp, origin })
  }
  const challenge = await database.transaction(async stores => {
    const [isFirstUse, made] = await Promise.all([
      otp === undefined || stores.oneTimePasswords.use(mobile, otp.refId, now()),
      createChallenge(context, stores, mobile, 'add', origin),
    ])
    if (!isFirstUse) throw new Refused('otp_spent')
    return made
  })
  const own = await database.passkeys.listOf(agentId)
  return {
    rp: { id: relyingParty.id, name: context.branding.productName },
    // The user handle is the agent's id, which tells an authenticator nothing about the person.
    user: {
      id: Buffer.from(agentId.replaceAll('-', ''), 'hex').toString('base64url'),
      name: mobile,
      displayName,
    },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map(alg => ({ alg, type: 'public-key' })),
    timeout: challengeLifeMs(policy),
    // An authenticator that holds one of these passkeys makes no new one.
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

export async function addPasskey(
  context: Context,
  ask: ByCaller & OnSite & { credential: NewPasskey; language: Language },
): Promise<void> {
  const { caller, credential, relyingParty, origin, language } = ask
  const { database, passkeyRowKeys, passkeyVerifier, policy, now } = context
  const { agentId, mobile } = caller
  const challenge = await takeChallenge(context, mobile, 'add', credential)
  const read = challenge && (await passkeyVerifier.readNew({ credential, challenge, relyingParty }))
  const isAdded =
    read &&
    (await database.transaction(async stores => {
      const mac = keyedHash(passkeyRowKeys[0], agentId, read.credentialId, read.publicKey)
      const passkey = { agentId, ...read, name: userAgentName(origin.userAgent), at: now(), mac }
      // WebAuthn 7.1 step 27: a credential belongs to one account only.
      if (!(await stores.passkeys.add(passkey, policy.passkeysPerAgent))) return false
      await Promise.all([
        record(context, stores, ask, 'passkey.add'),
        sendSecurityNotice(context, stores, 'passkeyAdded', caller, language),
      ])
      return true
    }))
  if (isAdded) return
  await record(context, database, ask, 'passkey.add', 'refused')
  throw new Refused('passkey_not_added')
}

export async function removePasskey(
  context: Context,
  ask: ByCaller & { credentialId: Uint8Array },
): Promise<void> {
  await context.database.transaction(async stores => {
    if (await stores.passkeys.remove(ask.caller.agentId, ask.credentialId))
      await record(context, stores, ask, 'passkey.remove')
  })
}

/** Known and unknown phones get the same answer. */
export async function requestPasskey(
  context: Context,
  ask: OnSite & { mobile: string; purpose: 'log-in' | 'prove'; origin: CallOrigin },
): Promise<PasskeyRequest> {
  const { database, policy, now } = context
  const { mobile, purpose, relyingParty, origin } = ask
  if (purpose === 'log-in' && !(await database.signInAttempts.isVerified(mobile, now())))
    throw new Refused('user_not_verified')
  const challenge = await database.transaction(stores =>
    createChallenge(context, stores, mobile, purpose, origin),
  )
  return {
    rpId: relyingParty.id,
    challenge,
    timeout: challengeLifeMs(policy),
    userVerification: 'required',
  }
}

export async function logInByPasskey(
  context: Context,
  {
    mobile,
    credential,
    relyingParty,
    ...opening
  }: OnSite &
    Pick<SessionRequest, 'origin' | 'keyThumbprint' | 'language'> & {
      mobile: string
      credential: PasskeyAssertion
    },
): Promise<OpenedSession> {
  const { origin } = opening
  const [agent] = await context.database.pipelined(stores =>
    Promise.all([enabledAgent(stores, mobile), refuseBlockedRequester(context, stores, mobile, origin)]),
  )
  const signed = { agentId: agent?.id, mobile, purpose: 'log-in', credential, relyingParty } as const
  const verdict = await verifyPasskey(context, signed)
  if (!agent || verdict !== 'good') {
    await recordFailedLogIn(context, agent, mobile, origin, refusedSubject[verdict])
    throw new Refused('passkey_not_accepted')
  }
  if (agent.resetDemanded) throw new Refused('account_needs_otp')
  return openSession(context, agent, { ...opening, subject: 'passkey', isPasskey: true })
}

/** The subject of the audit row of a refused log-in. To the caller, all refusals look the same. */
const refusedSubject = {
  good: 'passkey',
  'not good': 'passkey',
  // The passkey may be a copy.
  'counter went back': 'passkey whose counter went back',
  // Somebody wrote or changed the passkey's row by hand.
  'not written by a server': 'passkey that no server wrote',
}

/** @param of.agentId undefined for an unknown phone; the same statements run, so that response times do not differ */
async function verifyPasskey(
  context: Context,
  of: OnSite & {
    agentId: string | undefined
    mobile: string
    purpose: PasskeyPurpose
    credential: PasskeyAssertion
  },
): Promise<keyof typeof refusedSubject> {
  const { database, passkeyVerifier, passkeyRowKeys, now } = context
  const { agentId = nilId, mobile, purpose, credential, relyingParty } = of
  const credentialId = Buffer.from(credential.id, 'base64url')
  const [challenge, passkey] = await Promise.all([
    takeChallenge(context, mobile, purpose, credential),
    database.passkeys.find(agentId, credentialId),
  ])
  if (challenge === undefined || passkey === undefined) return 'not good'
  const { mac, publicKey } = passkey
  // The signature counter stays outside the MAC, because each use changes it.
  const isOurs = (key: KeyObject) => isSameSecret(mac, keyedHash(key, agentId, credentialId, publicKey))
  if (!passkeyRowKeys.some(isOurs)) return 'not written by a server'
  const signCount = await passkeyVerifier.readSignCount({ credential, challenge, relyingParty, publicKey })
  if (signCount === undefined) return 'not good'
  const isCounted = await database.passkeys.countUse({ agentId, credentialId, signCount, at: now() })
  return isCounted ? 'good' : 'counter went back'
}

/** A challenge is valid once, for one phone and purpose. */
async function createChallenge(
  { policy, now }: Context,
  stores: Stores,
  mobile: string,
  purpose: PasskeyPurpose,
  origin: CallOrigin,
): Promise<string> {
  const challenge = newSecret()
  const requester = origin.device ?? origin.network
  const expiresOn = new Date(now().getTime() + challengeLifeMs(policy))
  await stores.passkeys.putChallenge(
    { mobile, challengeHash: hash('sha256', challenge, 'buffer'), purpose, requester, expiresOn },
    policy.passkeyChallengesPerRequester,
  )
  return challenge
}

/** @returns the challenge in the unverified answer, or undefined if it is unknown, used or expired */
async function takeChallenge(
  { database, policy, now }: Context,
  mobile: string,
  purpose: PasskeyPurpose,
  { response }: NewPasskey | PasskeyAssertion,
): Promise<string | undefined> {
  const { challenge } = jsonOfBase64Url(response.clientDataJSON)
  if (typeof challenge !== 'string') return undefined
  const at = now()
  const isTaken = await database.passkeys.takeChallenge({
    mobile,
    challengeHash: hash('sha256', challenge, 'buffer'),
    purpose,
    at,
    latestEnd: new Date(at.getTime() + challengeLifeMs(policy) + clockSkewMs),
  })
  return isTaken ? challenge : undefined
}

function challengeLifeMs({ passkeyChallengeMinutes }: Policy): number {
  return passkeyChallengeMinutes * minuteMs
}

function record(
  { now }: Context,
  stores: Pick<Stores, 'audit'>,
  { caller, origin }: ByCaller,
  action: 'passkey.add' | 'passkey.prove' | 'passkey.remove',
  outcome?: 'refused',
): Promise<void> {
  return recordCall(stores, origin, { at: now(), actor: caller, action, subject: 'passkey', outcome })
}
