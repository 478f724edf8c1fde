import { constants, publicEncrypt, randomBytes, randomUUID, verify, X509Certificate } from 'node:crypto'

import {
  isPinRefused,
  LibraryUnusable,
  isPkcs11Uri,
  type KeyOpener,
  type PrivateRsaKey,
} from '@ekyc/private-keys'

import type { ServerConfig } from '../config/read-config.ts'
import { Unavailable, type AuthorityVerdict, type VerificationRequest } from '../domain/ports.ts'
import { createAuthorityGateway } from '../gateways/identity-authority/identity-authority.ts'
import { probeAddress } from '../gateways/probe.ts'
import { createBankGateway } from '../gateways/bank.ts'
import { postMessage } from '../gateways/sms.ts'
import { examineExpiries, good, networkReason, problem, warning, type Finding } from './finding.ts'

/** The Date header has whole seconds only. */
const noticedSeconds = 3
/** A capture may be at most 2 minutes ahead, and the bank refuses signatures with a wrong time. */
const harmfulSeconds = 60

type Look = { isWrong: (name: string) => boolean; openKey: KeyOpener; now: () => Date }

/** Each far end gets a real call without the data of a customer, whose codes, keys and signatures are genuine. */
export async function examineExternalServices(config: ServerConfig, look: Look): Promise<Finding[]> {
  const { authority, bank, sms } = config
  const isRight = (...names: string[]) => !names.some(look.isWrong)
  const findings = await Promise.all([
    isRight('AUTHORITY_URL') ? examineService('identity authority', authority.url, look.now) : [],
    isRight('BANK_URL') ? examineService('bank', bank.url, look.now) : [],
    isRight('SMS_URL') ? examineService('SMS provider', sms.url, look.now) : [],
    isRight('BANK_URL', 'BANK_SECRET') ? tryBank(bank, look.now) : [],
    isRight('SMS_URL', 'SMS_KEY') ? trySms(sms) : [],
    isRight(...ofAuthority) ? tryAuthority(config, look) : [],
  ])
  return findings.flat()
}

const ofAuthority = [
  'AUTHORITY_URL',
  'AUTHORITY_TIMEOUT_MS',
  'AUA_CODE',
  'AUA_LICENCE_KEY',
  'ASA_LICENCE_KEY',
  'AUA_SIGNING_KEY',
  'AUA_SIGNING_CERTIFICATE',
  'KUA_DECRYPTION_KEY',
  'AUTHORITY_SIGNING_CERTIFICATE',
]

async function examineService(who: string, url: string, now: () => Date): Promise<Finding[]> {
  try {
    const { aheadMs, certificateEnd: end } = await probeAddress(url, now)
    const ends = end ? [{ certificate: `TLS of the ${who}`, end }] : []
    return [good(who, 'answers'), ...clockFinding(who, aheadMs), ...examineExpiries(ends, now())]
  } catch (error) {
    return [problem(who, `does not answer: ${networkReason(error)}`)]
  }
}

function clockFinding(who: string, aheadMs: number | undefined): Finding[] {
  if (aheadMs === undefined) return []
  const seconds = Math.round(aheadMs / 1000)
  const what = `clock and ${who}`
  if (Math.abs(seconds) < noticedSeconds) return [good(what, 'agree')]
  const says = `this computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`
  return [Math.abs(seconds) < harmfulSeconds ? warning(what, says) : problem(what, says)]
}

/** A valid answer shows that the bank accepts this server's address, signature and format. */
async function tryBank(settings: ServerConfig['bank'], now: () => Date): Promise<Finding> {
  const what = 'reference look-up'
  try {
    await createBankGateway(settings, { now }).look(`doctor-${randomUUID().slice(0, 8)}`)
    return good(what, 'the bank understands it and takes our signature')
  } catch (error) {
    if (error instanceof Unavailable) return problem(what, error.message)
    throw error
  }
}

/** The SMS provider refuses an empty message only after it has checked the key. */
async function trySms(settings: ServerConfig['sms']): Promise<Finding[]> {
  const what = 'SMS_KEY'
  try {
    const { status } = await postMessage(settings, '{}')
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
    if (error instanceof Unavailable) return []
    throw error
  }
}

/** The authority refuses a signed request without a customer and a fingerprint, and tells why. */
async function tryAuthority(config: ServerConfig, { openKey, now }: Look): Promise<Finding[]> {
  const ofModule = await tryKeysInModule(config, openKey)
  if (ofModule.some(({ state }) => state === 'problem')) return ofModule
  const identityAuthority = await createAuthorityGateway(config.authority, { openKey, now })
  const verdict = await identityAuthority.verify({ ...aboutNobody(), deadlineMs: config.authorityTimeoutMs })
  return [...ofModule, ...verdictFindings(verdict)]
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
      data: '',
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

function verdictFindings(verdict: AuthorityVerdict): Finding[] {
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

/** The first problem ends the trials, so that a wrong PIN is given only once: a token locks itself after a few. */
async function tryKeysInModule(
  { authority, kuaCertificates, results }: ServerConfig,
  openKey: KeyOpener,
): Promise<Finding[]> {
  const trials = [
    ['AUA_SIGNING_KEY', 'signing key', [authority.signingKey], [authority.signingCertificate], signs],
    ['KUA_DECRYPTION_KEY', 'decryption key', authority.decryptionKeys, kuaCertificates, decrypts],
    ['SEALING_KEY', 'sealing key', results.sealingKeys, [], decrypts],
  ] as const
  const findings: Finding[] = []
  for (const [name, what, settings, certificates, works] of trials)
    for (const setting of settings.filter(isPkcs11Uri))
      try {
        const key = await openKey(setting, what)
        const isCertified = certificates.some(pem => new X509Certificate(pem).publicKey.equals(key.publicKey))
        if (certificates.length > 0 && !isCertified)
          return [problem(name, `the ${what} in the module is not the one of its certificate`)]
        if (!(await works(key))) return [problem(name, `the ${what} in the module does not do its work`)]
        findings.push(good(name, 'the module opens it, and it works'))
      } catch (error) {
        return [refusal(name, error)]
      }
  return findings
}

function refusal(name: string, error: unknown): Finding {
  if (!(error instanceof Error)) throw error
  if (isPinRefused(error.cause)) return problem('PKCS11_PIN', error.message)
  return problem(error instanceof LibraryUnusable ? 'PKCS11_MODULE' : name, error.message)
}

async function signs(key: PrivateRsaKey): Promise<boolean> {
  const data = randomBytes(32)
  return verify('sha256', data, key.publicKey, await key.sign(data))
}

async function decrypts(key: PrivateRsaKey): Promise<boolean> {
  const [secret, oaepLabel] = [randomBytes(32), randomBytes(32)]
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const sealed = publicEncrypt({ key: key.publicKey, padding, oaepHash: 'sha256', oaepLabel }, secret)
  return (await key.decrypt(sealed, oaepLabel))?.equals(secret) === true
}
