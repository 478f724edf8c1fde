import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { Language } from '@ekyc/contract/languages'
import type {
  NewPasskey,
  OtpDetails,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@ekyc/contract/shapes'

import { enabledAgent, type Caller } from '../agents/agents.ts'
import { auditEvent } from '../audit/audit-events.ts'
import type { Context } from '../context.ts'
import { sendSecurityNotice } from '../messages/sms-texts.ts'
import type { RelyingParty } from '../ports.ts'
import { Refused } from '../call-errors.ts'
import type { Stores } from '../stores.ts'
import {
  openSession,
  recordFailedLogIn,
  refuseBlockedRequester,
  type OpenedSession,
  type SessionRequest,
} from './log-in.ts'
import { checkOtp } from './check-otp.ts'
import { requestOtp } from './send-otp.ts'
import { userAgentName, type CallOrigin } from './call-origin.ts'
import {
  createPasskeyRequest,
  challengeLifeMs,
  createChallenge,
  passkeyRowMac,
  takeChallenge,
  verifyPasskey,
  type PasskeyVerdict,
} from './passkey-challenges.ts'

/** The COSE numbers of EdDSA, ES256 and RS256, in order of preference. */
export const passkeyAlgorithms = [-8, -7, -257]

type Asked = { caller: Caller; origin: CallOrigin }

/** A proof of the agent's identity in addition to the session: a one-time password, or a passkey of the account. */
type StepUp = { refId: string; code: string } | PasskeyAssertion

/** Sends the one-time password that the agent needs to add a passkey. @throws Throttled */
export function sendPasskeyOtp(
  context: Context,
  { caller: { mobile }, origin, language }: Asked & { language?: Language },
): Promise<OtpDetails> {
  return context.database.transaction(async stores => {
    const agent = await enabledAgent(stores, mobile)
    const request = { mobile, agent, purpose: 'passkey', origin, isSignedIn: true, language } as const
    return requestOtp(context, stores, request)
  })
}

/** Returns the options for a signature of an existing passkey, which is the step-up for adding another passkey. */
export function startPasskeyProof(
  context: Context,
  { caller: { mobile }, relyingParty, origin }: Asked & { relyingParty: RelyingParty },
): Promise<PasskeyRequest> {
  return createPasskeyRequest(context, relyingParty, { mobile, purpose: 'prove', origin })
}

/** Returns the options with which the browser makes a new passkey. @throws Refused when the step-up is not valid */
export async function startAddingPasskey(
  context: Context,
  { stepUp, relyingParty, ...asked }: Asked & { stepUp: StepUp; relyingParty: RelyingParty },
): Promise<PasskeyCreation> {
  const challenge = await ('code' in stepUp
    ? challengeAfterOtp(context, asked, stepUp)
    : challengeAfterPasskey(context, asked, stepUp, relyingParty))
  const own = await context.database.passkeys.listOf(asked.caller.agentId)
  const { agentId, mobile, name: displayName } = asked.caller
  return {
    rp: { id: relyingParty.id, name: context.branding.productName },
    user: { id: userHandleOf(agentId), name: mobile, displayName },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map(alg => ({ alg, type: 'public-key' })),
    timeout: challengeLifeMs(context.policy),
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

/** Adds a passkey. @throws Refused when the passkey's answer is not valid, or another account has the passkey */
export async function addPasskey(
  context: Context,
  {
    caller,
    credential,
    relyingParty,
    origin,
    language,
  }: Asked & { credential: NewPasskey; relyingParty: RelyingParty; language: Language | undefined },
): Promise<void> {
  const { database, passkeyRowKeys, policy, now } = context
  const { agentId, mobile } = caller
  const clientData = credential.response.clientDataJSON
  const challenge = await takeChallenge(context, { mobile, purpose: 'add', clientData })
  const read =
    challenge === undefined
      ? undefined
      : await context.passkeyVerifier.readNew({ credential, challenge, relyingParty })
  const isAdded =
    read !== undefined &&
    (await database.transaction(async stores => {
      const mac = passkeyRowMac(passkeyRowKeys[0], { agentId, ...read })
      const passkey = { agentId, ...read, name: userAgentName(origin.userAgent), at: now(), mac }
      // WebAuthn 7.1 step 27: a credential belongs to one account only.
      if (!(await stores.passkeys.add(passkey, policy.passkeysPerAgent))) return false
      await Promise.all([
        append(context, stores, { caller, origin }, 'passkey.add', 'done'),
        sendSecurityNotice(context, stores, 'passkeyAdded', caller, language),
      ])
      return true
    }))
  if (isAdded) return
  await append(context, database, { caller, origin }, 'passkey.add', 'refused')
  throw new Refused('passkey_not_added')
}

/** Removes a passkey of the caller, and writes an audit row. Nothing happens if the caller has no such passkey. */
export async function removePasskey(
  context: Context,
  { caller, credentialId, origin }: Asked & { credentialId: Uint8Array },
): Promise<void> {
  await context.database.transaction(async stores => {
    if (await stores.passkeys.remove(caller.agentId, credentialId))
      await append(context, stores, { caller, origin }, 'passkey.remove', 'done')
  })
}

/** Returns the options for a passkey's signature. Known and unknown phones get the same answer. */
export async function startPasskeyLogIn(
  context: Context,
  { mobile, relyingParty, origin }: { mobile: string; relyingParty: RelyingParty; origin: CallOrigin },
): Promise<PasskeyRequest> {
  if (!(await context.database.signInAttempts.isVerified(mobile, context.now())))
    throw new Refused('user_not_verified')
  return createPasskeyRequest(context, relyingParty, { mobile, purpose: 'log-in', origin })
}

/** Opens a session. @throws Refused when the answer is not valid, or the passkey is another agent's */
export async function logInByPasskey(
  context: Context,
  {
    mobile,
    credential,
    relyingParty,
    ...opening
  }: Pick<SessionRequest, 'origin' | 'keyThumbprint' | 'language'> & {
    mobile: string
    credential: PasskeyAssertion
    relyingParty: RelyingParty
  },
): Promise<OpenedSession> {
  const { origin } = opening
  await refuseBlockedRequester(context, { mobile, origin })
  const agent = await enabledAgent(context.database, mobile)
  const signed = { agentId: agent?.id, mobile, purpose: 'log-in', credential, relyingParty } as const
  const verdict = await verifyPasskey(context, signed)
  if (!agent || verdict !== 'good') {
    await recordFailedLogIn(context, { agent, mobile, origin, subject: refusedSubject[verdict] })
    throw new Refused('passkey_not_accepted')
  }
  if (agent.resetDemanded) throw new Refused('account_needs_otp')
  return openSession(context, agent, { ...opening, subject: 'passkey', isPasskey: true })
}

/** The subject of the audit row of a refused log-in. To the caller, all refusals look the same. */
const refusedSubject: Record<PasskeyVerdict, string> = {
  good: 'passkey',
  'not good': 'passkey',
  'counter went back': 'passkey whose counter went back',
  'not written by a server': 'passkey that no server wrote',
}

async function challengeAfterOtp(
  context: Context,
  { caller: { mobile }, origin }: Asked,
  { refId, code }: { refId: string; code: string },
): Promise<string> {
  const { database, now } = context
  const agent = await enabledAgent(database, mobile)
  const typed = { mobile, agent, purposes: ['passkey' as const], refId, code, origin }
  await checkOtp(context, typed)
  return database.transaction(async stores => {
    const [isFirstUse, challenge] = await Promise.all([
      stores.oneTimePasswords.use(mobile, refId, now()),
      createChallenge(context, stores, { mobile, purpose: 'add', origin }),
    ])
    if (!isFirstUse) throw new Refused('otp_spent')
    return challenge
  })
}

async function challengeAfterPasskey(
  context: Context,
  { caller, origin }: Asked,
  credential: PasskeyAssertion,
  relyingParty: RelyingParty,
): Promise<string> {
  const { database } = context
  const { agentId, mobile } = caller
  const verdict = await verifyPasskey(context, {
    agentId,
    mobile,
    purpose: 'prove',
    credential,
    relyingParty,
  })
  if (verdict !== 'good') {
    await append(context, database, { caller, origin }, 'passkey.prove', 'refused')
    throw new Refused('passkey_not_accepted')
  }
  return database.transaction(stores => createChallenge(context, stores, { mobile, purpose: 'add', origin }))
}

function append(
  { now }: Context,
  stores: Pick<Stores, 'audit'>,
  asked: Asked,
  action: AuditAction,
  outcome: string,
): Promise<void> {
  const event = { at: now(), actor: asked.caller, action, subject: 'passkey', outcome }
  return stores.audit.append(auditEvent(event, asked.origin))
}

/** Returns the user handle for the authenticator: the person's id, which reveals nothing about the person. */
function userHandleOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}
