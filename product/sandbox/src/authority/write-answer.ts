import {
  createHash,
  randomBytes,
  constants,
  createCipheriv,
  publicEncrypt,
  type X509Certificate,
} from 'node:crypto'

import type { KeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import type { RegisteredDevice } from '@ekyc/rd-simulator/registry'

import type { SandboxKeys } from '../keys/keys.ts'
import type { Person } from '../people/people.ts'
import type { Pid } from './open-pid.ts'
import type { Auth } from './read-auth.ts'
import { Refusal } from './refusal.ts'
import { signXml } from './xml-signature.ts'
import { writeIndiaTime, onTheWire, writeElement } from './xml.ts'

export function writeUnprocessed(refusal: Refusal, txn: string, now: Date): string {
  return writeElement('Resp', {
    status: '-1',
    ko: '',
    ret: 'n',
    code: '',
    txn,
    ts: writeIndiaTime(now),
    err: refusal.source === 'kyc' ? refusal.code : 'K-100',
  })
}

/** Writes a Resp with an encrypted and signed KycRes, which contains a signed AuthRes. `tampering` can change this. */
export function writeAnswer(
  known: Known,
  result: Person | Refusal,
  options: { keys: SandboxKeys; now: Date; tampering: Tampering },
): string {
  const { keys, now, tampering } = options
  const told = tamperedRequest(tampering, known)
  const { txn } = told.auth
  const refusal = result instanceof Refusal ? result : undefined
  if (tampering === 'not-processed') return writeUnprocessed(refusal ?? new Refusal('kyc', 'K-955'), txn, now)
  const code = randomBytes(20).toString('hex')
  const ts = writeIndiaTime(now)
  const err = refusal?.source === 'authentication' ? 'K-100' : (refusal?.code ?? '')
  const authRes = () => onTheWire(signXml(writeAuthRes(told, refusal, now), keys.authoritySigning))
  const rar =
    refusal?.source === 'kyc'
      ? ''
      : writeElement('Rar', {}, inLines(Buffer.from(authRes()).toString('base64')))
  const common = { xmlns: namespace, code, txn, ts }
  // A person's answer has all data, because the agency's licence is global.
  const kycRes =
    result instanceof Refusal
      ? writeElement('KycRes', { ret: 'n', ...common, actn: result.action, err }, rar)
      : writeElement(
          'KycRes',
          { ret: 'y', ...common, ttl: writeIndiaTime(new Date(now.getTime() + keepMs)), actn: '' },
          rar + uidData(told.auth, result),
        )
  const sealed = encryptKyc(onTheWire(signature(kycRes, keys, tampering)), keys.kua.certificate)
  const attributes = { status: '0', ko: 'KUA', ret: refusal ? 'n' : 'y', code, txn, ts, err }
  return onTheWire(writeElement('Resp', attributes, sealed.toString('base64')))
}

function signature(kycRes: string, keys: SandboxKeys, tampering: Tampering): string {
  if (tampering === 'unsigned') return kycRes
  const signer: KeyAndCertificate = tampering === 'wrong-key' ? keys.aua : keys.authoritySigning
  const signed = signXml(kycRes, signer)
  return tampering === 'altered' ? signed.replace(' code="', ' code="0') : signed
}

/** The parts of a request that were read. `pid` or `device` is absent if a check failed before it was read. */
export type Known = { auth: Auth; pid?: Pid; device?: RegisteredDevice }

/** Writes the unsigned answer to the authentication inside an e-KYC. Its attribute `info` describes what was read. */
function writeAuthRes(known: Known, refusal: Refusal | undefined, now: Date): string {
  return writeElement('AuthRes', {
    xmlns: 'http://www.uidai.gov.in/authentication/uid-auth-response/1.0',
    ret: refusal ? 'n' : 'y',
    code: known.pid ? randomBytes(16).toString('hex') : 'NA',
    txn: known.auth.txn,
    ts: writeIndiaTime(now),
    ...(refusal ? { err: refusal.code, actn: refusal.action } : {}),
    ...(known.pid ? { info: writeInfo(known.auth, known.pid, known.device) } : {}),
  })
}

/**
 * Returns the UID token: 72 characters that identify one person to one agency. The token is the same for every request
 * and does not reveal the id number; another agency gets another token.
 */
function uidToken(auth: Pick<Auth, 'ac' | 'uid'>): string {
  const digest = createHash('sha384').update(`uid token ${auth.ac} ${auth.uid}`).digest('base64')
  return `01000000${digest}`
}

/** Writes `info` version 04: 31 fields in the order of rd-service.md section 2.5. An absent value is NA. */
function writeInfo(auth: Auth, pid: Pid, device: RegisteredDevice | undefined): string {
  const count = (type: string): string => String(pid.bios.filter(bio => bio.type === type).length)
  const fields = [
    uidToken(auth),
    'A',
    sha256(''), // no demographic data in the request
    '0100003000000210', // usage: biometrics, FMR and FIR
    '2.0',
    pid.ts.replace(/\D/g, ''),
    count('FMR'),
    count('FIR'),
    count('IIR'),
    count('FID'),
    '2.5',
    sha256('SANDBOXASA'),
    sha256(auth.ac),
    sha256(auth.sa),
    'NA',
    ...Array.from({ length: 9 }, () => 'NA'), // demographic matches
    'registered',
    auth.meta.rdsId,
    auth.meta.rdsVer,
    auth.meta.dpId,
    auth.meta.mi,
    device?.level ?? 'NA',
    pid.wadh || 'NA',
  ]
  return `04{${fields.join(',')}}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const namespace = 'http://www.uidai.gov.in/kyc/uid-kyc-response/1.0'
const keepMs = 365 * 86_400_000

function uidData(auth: Auth, person: Person): string {
  const [year, month, day] = person.dateOfBirth.split('-')
  const poi = { name: person.name, dob: `${day}-${month}-${year}`, gender: person.gender }
  return writeElement(
    'UidData',
    { uid: person.idNumber, tkn: uidToken(auth) },
    writeElement('Poi', poi) +
      writeElement('Poa', person.address) +
      writeElement('Pht', {}, inLines(portrait)),
  )
}

function inLines(base64: string): string {
  return base64.replace(/.{76}/g, '$&\n')
}

/** A grey JPEG of 96 × 120 pixels in base64: head and shoulders of an invented person. */
const portrait =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI' +
  'CAgICAgICAgICAgICAj/wAALCAB4AGABAREA/8QAHQAAAAAKAAAAAAAAAAAAAAAAAAECAwQFBgcICf/EABQQAQAAAAAAAAAAAAAA' +
  'AAAAAAD/2gAIAQEAAD8AeyAAAAAAAAAAAAAAAAAAAAAAAHOgPiAAAAAAA50AAHxAAAAAHOgAAAD4gAAABzoAAAA+IAAAAc6AAAAP' +
  'iAAAAHOgAAAD4gAAAADnQAAfEAAAAAABzoD4gAAAAAAAAAAAAAAAIfAAAACIMAAAQ+AAAAAARBgAh8AAAAAAACIMCHwAAAAAAAIg' +
  '3//Z'

/**
 * Encrypts a KycRes with an agency's key (rd-service.md section 2.2). The parts are the version, the public key (294
 * bytes of DER), the OAEP label (32 bytes), the AES key under RSA-OAEP with SHA-256 (256 bytes), and the KycRes under
 * AES-256 in CFB mode with feedback of whole blocks. The IV is the first 16 bytes of the label. CFB does not
 * authenticate the sender, but the signature inside the KycRes does.
 */
function encryptKyc(xml: string, agency: X509Certificate): Buffer {
  const publicKey = agency.publicKey.export({ format: 'der', type: 'spki' })
  const label = createHash('sha256').update(randomBytes(32)).digest()
  const key = randomBytes(32)
  const sealedKey = publicEncrypt(
    {
      key: agency.publicKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
      oaepLabel: label,
    },
    key,
  )
  const cipher = createCipheriv('aes-256-cfb', key, label.subarray(0, 16))
  return Buffer.concat([
    Buffer.from('VERSION_1.0', 'ascii'),
    publicKey,
    label,
    sealedKey,
    cipher.update(xml, 'utf8'),
    cipher.final(),
  ])
}

/** The kinds of well-formed but forged answers that a caller must detect, and 'none' for honest answers. */
export const tamperings = [
  'none',
  'unsigned',
  'wrong-key',
  'altered',
  'other-transaction',
  'other-capture',
  'not-processed',
] as const

export type Tampering = (typeof tamperings)[number]

function tamperedRequest(tampering: Tampering, known: Known): Known {
  if (tampering === 'other-transaction')
    return { ...known, auth: { ...known.auth, txn: 'UKC:another-transaction' } }
  if (tampering === 'other-capture' && known.pid)
    return { ...known, pid: { ...known.pid, ts: '2020-01-01T00:00:00' } }
  return known
}
