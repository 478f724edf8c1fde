import { createDecipheriv, createHash, type KeyObject } from 'node:crypto'

import { addressParts, type CustomerId, type EKyc } from '@ekyc/contract/bank'
import { fromIndiaDateTime } from '@ekyc/contract/india-time'
import { KeyUnusable, type PrivateRsaKey } from '@ekyc/private-keys'
import {
  BrokenAnswer,
  childOf,
  childrenOf,
  decodeUtf8,
  parseBase64,
  readRootElement,
  textOf,
  type XmlElement,
  readSignedXml,
} from '@ekyc/signed-xml'

import type { AuthorityVerdict, VerificationRequest } from '../../domain/ports.ts'
import { wadh } from './build-request.ts'

type DecryptionKey = Pick<PrivateRsaKey, 'decrypt' | 'publicKey'>

type AnswerKeys = {
  decryption: readonly DecryptionKey[]
  /** The authority's public keys, from configured certificates that are valid now. */
  authority: readonly KeyObject[]
}

/** Reads an answer: a Resp with an encrypted KycRes, which contains an AuthRes (rd-service.md section 2.2). */
export async function readKycAnswer(
  body: Uint8Array,
  question: VerificationRequest,
  keys: AnswerKeys,
): Promise<AuthorityVerdict> {
  const resp = readRootElement(decodeUtf8(body, 'Resp'), 'Resp')
  const status = resp.attributes.get('status')
  if (status === '-1') return refusedUnopened(resp, question)
  if (status !== '0') throw new BrokenAnswer('Resp has a status that is neither 0 nor -1')
  requireSameTransaction(resp, question)

  const encrypted = parseBase64(contentOf(resp), 'the content of Resp')
  const decrypted = decodeUtf8(await decryptKyc(encrypted, keys.decryption), 'KycRes')
  const kycRes = readSignedXml(decrypted, 'KycRes', keys.authority)
  requireSameTransaction(kycRes, question)
  const answerDigest = createHash('sha256').update(decrypted).digest('hex')
  if (!isYes(kycRes)) return { ...refused(kycRes, question, keys), answerDigest }

  const authRes = authResOf(kycRes, question, keys)
  if (authRes === undefined) throw new BrokenAnswer('KycRes says yes without an AuthRes')
  if (!isYes(authRes)) throw new BrokenAnswer('KycRes says yes and its AuthRes no')
  requireSameCapture(authRes.attributes.get('info') ?? '', question, 'whole')
  return {
    kind: 'verified',
    ...codeAndAdviceOf(kycRes),
    eKyc: eKycDataOf(kycRes, question.customer),
    answerDigest,
  }
}

/**
 * Reads an answer with status -1, which is neither encrypted nor signed. The server accepts it, because an attacker who
 * can forge this refusal could also cut the connection. The txn may be missing, because the authority cannot repeat the
 * txn of a request that it could not read.
 */
function refusedUnopened(resp: XmlElement, question: VerificationRequest): AuthorityVerdict {
  if (resp.attributes.get('txn')) requireSameTransaction(resp, question)
  return { kind: 'refused', source: 'kyc', errorCode: errorCodeOf(resp), ...codeAndAdviceOf(resp) }
}

/** For K-100 (authentication failed), the inner AuthRes has the reason. */
function refused(
  kycRes: XmlElement,
  question: VerificationRequest,
  keys: AnswerKeys,
): Extract<AuthorityVerdict, { kind: 'refused' }> {
  const errorCode = errorCodeOf(kycRes)
  const refusal = { kind: 'refused', source: 'kyc', errorCode, ...codeAndAdviceOf(kycRes) } as const
  const authRes = errorCode === 'K-100' ? authResOf(kycRes, question, keys) : undefined
  if (authRes === undefined) return refusal
  if (isYes(authRes)) throw new BrokenAnswer('KycRes says K-100 and its AuthRes yes')
  requireSameCapture(authRes.attributes.get('info') ?? '', question, 'as-far-as-told')
  const action = refusal.action || shortText(authRes, 'actn')
  return { ...refusal, source: 'authentication', errorCode: errorCodeOf(authRes), action }
}

function authResOf(
  kycRes: XmlElement,
  question: VerificationRequest,
  keys: AnswerKeys,
): XmlElement | undefined {
  const rar = textOf(childOf(kycRes, 'Rar')).trim()
  if (!rar) return undefined
  const authRes = readSignedXml(decodeUtf8(parseBase64(rar, 'Rar'), 'AuthRes'), 'AuthRes', keys.authority)
  requireSameTransaction(authRes, question)
  return authRes
}

/** Returns the content of Resp, as in the text of e-KYC 2.5, or of its only child element, as in real answers. */
function contentOf(resp: XmlElement): string {
  const [child, ...others] = childrenOf(resp)
  if (others.length > 0) throw new BrokenAnswer('Resp has more than one child')
  return textOf(child ?? resp)
}

function requireSameTransaction(element: XmlElement, question: VerificationRequest): void {
  if (element.attributes.get('txn') !== question.transactionId) {
    throw new BrokenAnswer(`${element.localName} is about another txn`)
  }
}

/** The standard writes yes as 'y'. Real answers write 'Y'. */
function isYes(element: XmlElement): boolean {
  const ret = element.attributes.get('ret')?.toLowerCase()
  if (ret !== 'y' && ret !== 'n') throw new BrokenAnswer(`${element.localName} says neither yes nor no`)
  if (ret === 'y' && element.attributes.get('err'))
    throw new BrokenAnswer(`${element.localName} says yes with an err`)
  return ret === 'y'
}

/** Real answers have error codes that the standard does not list. */
function errorCodeOf(element: XmlElement): string {
  const code = element.attributes.get('err') ?? ''
  if (!/^[\w.-]{1,20}$/.test(code))
    throw new BrokenAnswer(`${element.localName} refuses without a readable err`)
  return code
}

function codeAndAdviceOf(element: XmlElement): { authorityCode: string; action: string } {
  return { authorityCode: shortText(element, 'code'), action: shortText(element, 'actn') }
}

function shortText(element: XmlElement, attribute: string): string {
  return (element.attributes.get(attribute) ?? '').slice(0, 200)
}

/** The number of fields in `info` version 04 (rd-service.md section 2.5). */
const fieldCount = 31
const notTold = new Set<string | undefined>(['', 'NA'])

/**
 * Throws BrokenAnswer unless `info` describes the PID block and device of the request. The signed txn alone would not
 * stop an attacker who presents the authority's good answer for one finger as the answer for another finger.
 * @param how 'whole' requires every field. 'as-far-as-told' skips fields without a value, because the authority may
 * refuse before it has decrypted the PID block
 */
function requireSameCapture(
  info: string,
  { capture: { pidTimestamp, device } }: VerificationRequest,
  how: 'whole' | 'as-far-as-told',
): void {
  if (info === '' && how === 'as-far-as-told') return
  const fields = /^04\{([^{}]*)\}$/.exec(info)?.[1]?.split(',')
  if (fields?.length !== fieldCount)
    throw new BrokenAnswer('AuthRes info is not of version 04 with 31 fields')
  const expected = [
    { place: 5, what: 'PID timestamp', value: pidTimestamp.replace(/\D/g, '') },
    { place: 25, what: 'rdsId', value: device.rdsId },
    { place: 27, what: 'dpId', value: device.dpId },
    { place: 28, what: 'mi', value: device.mi },
    { place: 30, what: 'wadh', value: wadh },
  ]
  for (const { place, what, value } of expected) {
    if (how === 'as-far-as-told' && notTold.has(fields[place])) continue
    if (fields[place] !== value) throw new BrokenAnswer(`AuthRes is about another ${what}`)
  }
}

function eKycDataOf(kycRes: XmlElement, customer: CustomerId): EKyc {
  const uidData = childOf(kycRes, 'UidData')
  const identity = uidData && childOf(uidData, 'Poi')
  if (!uidData || !identity) throw new BrokenAnswer('KycRes has no UidData with a Poi')
  const address = childOf(uidData, 'Poa')
  return {
    maskedId: maskedIdOf(uidData.attributes.get('uid') ?? '', customer),
    uidToken: uidData.attributes.get('tkn') ?? '',
    name: identity.attributes.get('name') ?? '',
    dateOfBirth: identity.attributes.get('dob') ?? '',
    gender: identity.attributes.get('gender') ?? '',
    // `addressParts` names the attributes of Poa (rd-service.md section 2.2).
    address: Object.fromEntries(
      addressParts
        .map(part => [part, address?.attributes.get(part) ?? ''] as const)
        .filter(([, value]) => value !== ''),
    ),
    photo: textOf(childOf(uidData, 'Pht')).replace(/\s+/g, ''),
    keepUntil: keepUntilOf(kycRes.attributes.get('ttl') ?? ''),
  }
}

/** A limited KUA gets a masked number or none. */
function maskedIdOf(uid: string, customer: CustomerId): string {
  const lastFour = /\d{4}$/.exec(uid)?.[0]
  if (lastFour === undefined) return 'XXXXXXXXXXXX'
  if (customer.kind === 'number' && !customer.value.endsWith(lastFour)) {
    throw new BrokenAnswer('UidData is about another id number')
  }
  return `XXXXXXXX${lastFour}`
}

/** Throws BrokenAnswer for an unreadable ttl, because data without an expiry must not be kept. */
function keepUntilOf(ttl: string): string {
  const zoned = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(ttl)
  const moment = zoned ? new Date(ttl) : fromIndiaDateTime(ttl.replace(/\.\d+$/, ''))
  if (moment === undefined || Number.isNaN(moment.getTime()))
    throw new BrokenAnswer('KycRes has no readable ttl')
  return moment.toISOString()
}

/** The version of an encrypted KycRes, and the sizes in bytes for decrypting it (rd-service.md section 2.2). */
const version = 'VERSION_1.0'
const publicKeySize = 294
const labelSize = 32
const encryptedKeySize = 256
const ivSize = 16
const sessionKeySize = 32

/**
 * Decrypts a KycRes with the key whose public key it contains. An old and a new key can therefore work side by side
 * while the authority changes keys. AES-CFB does not authenticate the data. The signature in the decrypted text does.
 */
async function decryptKyc(encrypted: Buffer, keys: readonly DecryptionKey[]): Promise<Buffer> {
  const take = reader(encrypted)
  if (take(version.length).toString('latin1') !== version)
    throw new BrokenAnswer('KycRes is of an unknown version')
  const publicKey = take(publicKeySize)
  const label = take(labelSize)
  const encryptedKey = take(encryptedKeySize)
  const key = keys.find(one => one.publicKey.export({ type: 'spki', format: 'der' }).equals(publicKey))
  if (key === undefined) throw new BrokenAnswer('KycRes is encrypted to a key that is not configured')
  const sessionKey = await key.decrypt(encryptedKey, label).catch((error: unknown) => {
    // Before an answer, a KeyUnusable says that the authority got nothing. Here it has authenticated the customer.
    throw error instanceof KeyUnusable ? new BrokenAnswer(error.message) : error
  })
  if (sessionKey?.length !== sessionKeySize) throw new BrokenAnswer('KycRes cannot be decrypted')
  const decipher = createDecipheriv('aes-256-cfb', sessionKey, label.subarray(0, ivSize))
  return Buffer.concat([decipher.update(take()), decipher.final()])
}

function reader(bytes: Buffer): (size?: number) => Buffer {
  let at = 0
  return size => {
    const part = bytes.subarray(at, size === undefined ? undefined : at + size)
    at += part.length
    return part
  }
}
