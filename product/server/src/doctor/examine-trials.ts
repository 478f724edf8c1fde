import { randomUUID } from 'node:crypto'

import type { Config } from '../config/config.ts'
import { Unavailable, type VerificationRequest, type Verdict } from '../domain/ports.ts'
import { createIdentityAuthority } from '../gateways/identity-authority/identity-authority.ts'
import { post, PostFailed } from '../gateways/post.ts'
import type { OpenKey } from '../gateways/private-keys/private-rsa-key.ts'
import { createReferenceDirectory } from '../gateways/reference-directory.ts'
import { tryModule } from './examine-module.ts'
import { good, problem, warning, type Finding } from './finding.ts'

// Each trial sends a real call without the data of a customer. The codes, keys and signatures in the call are genuine.

/**
 * Asks the bank for a reference that does not exist. A valid answer shows that the bank accepts this server's address,
 * signature and format.
 */
export async function tryBank(settings: Config['bank'], now: () => Date): Promise<Finding> {
  const what = 'reference look-up'
  try {
    await createReferenceDirectory(settings, { now }).look(`doctor-${randomUUID().slice(0, 8)}`)
    return good(what, 'the bank understands it and takes our signature')
  } catch (error) {
    if (error instanceof Unavailable) return problem(what, error.message)
    throw error
  }
}

/** Checks SMS_KEY with an empty message, which the SMS provider refuses only after it has checked the key. */
export async function trySms({ url, key, deadlineMs }: Config['sms']): Promise<Finding[]> {
  const what = 'SMS_KEY'
  try {
    const { status } = await post({
      url: `${url.replace(/\/+$/, '')}/messages`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
      deadlineMs,
    })
    if (status === 401 || status === 403)
      return [problem(what, `the SMS provider refuses it, HTTP ${status}`)]
    if (status === 400 || status === 422) return [good(what, 'the SMS provider takes it')]
    if (status === 404 || status === 405)
      return [problem('SMS_URL', `has no /messages, HTTP ${status}: is its path right?`)]
    return [
      warning(what, `was not judged: an empty message was answered HTTP ${status}, not 400 (integration.md)`),
    ]
  } catch (error) {
    // Another finding already says that the provider does not answer.
    if (error instanceof PostFailed) return []
    throw error
  }
}

/** Sends a signed request without a customer and a fingerprint, and evaluates the authority's refusal. */
export async function tryAuthority(
  config: Config,
  { openKey, now }: { openKey: OpenKey; now: () => Date },
): Promise<Finding[]> {
  const ofModule = await tryModule(config, openKey)
  if (ofModule.some(({ state }) => state === 'problem')) return ofModule
  const { verify } = await createIdentityAuthority(config.authority, { openKey, now })
  const verdict = await verify({ ...aboutNobody(), deadlineMs: config.authorityTimeoutMs })
  return [...ofModule, ...judged(verdict)]
}

function aboutNobody(): Omit<VerificationRequest, 'deadlineMs'> {
  const word = 'doctor'
  return {
    transactionId: `UKC:${randomUUID().replaceAll('-', '')}`,
    customer: { kind: 'token', value: '' },
    capture: {
      pidTimestamp: '',
      skey: { ci: '', value: '' },
      hmac: '',
      data: { type: 'X', value: '' },
      device: { udc: word, rdsId: word, rdsVer: word, dpId: word, dc: word, mi: word, mc: word },
    },
  }
}

const reasons: [told: RegExp, what: string, says: string][] = [
  [
    /signature of no configured/,
    'AUTHORITY_SIGNING_CERTIFICATE',
    'is not of the key that signed its answer, or not valid now',
  ],
  [
    /key that is not configured|cannot be decrypted/,
    'KUA_DECRYPTION_KEY',
    'does not open its answer: the authority encrypts to another key',
  ],
  [/^HTTP 404|^HTTP 405|^HTTP 3/, 'AUTHORITY_URL', 'leads to no e-KYC service: is its path right?'],
  [/^K-600$|^530$|^543$/, 'AUA_CODE', 'or SUB_AUA_CODE is not known to the authority'],
  [/^K-569$|^K-570$|^569$|^570$/, 'AUA_SIGNING_CERTIFICATE', 'is not the one that the authority has of us'],
  [/^K-601$|^94[01]$/, 'ASA_LICENCE_KEY', 'is not taken by the authority'],
  [/^K-552$|^56[56]$/, 'AUA_LICENCE_KEY', 'is not taken by the authority'],
  [
    /^K-60[235]$/,
    'KUA_DECRYPTION_KEY',
    'or its certificate is not registered with the authority, or has ended there',
  ],
]

function judged(verdict: Verdict): Finding[] {
  const what = 'authority request'
  if (verdict.kind === 'timed-out') return [problem(what, 'no answer came within AUTHORITY_TIMEOUT_MS')]
  if (verdict.kind === 'verified') return [problem(what, 'a request about nobody was verified')]
  const answerText = verdict.kind === 'broken' ? verdict.reason : verdict.errorCode
  const reason = reasons.find(([pattern]) => pattern.test(answerText))
  if (reason) return [problem(reason[1], `${reason[2]} (${answerText})`)]
  if (verdict.kind === 'refused')
    return [
      good(what, `the authority knows our codes as far as it tells: it misses the customer (${answerText})`),
    ]
  // Another finding already says that the authority does not answer.
  return answerText.startsWith('could not be reached')
    ? []
    : [problem(what, `no usable answer: ${answerText}`)]
}
