import 'reflect-metadata'

import {
  constants,
  createCipheriv,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  sign,
} from 'node:crypto'

import * as x509 from '@peculiar/x509'

import { dayMs } from '../../src/domain/clocks.ts'
import type { VerificationRequest } from '../../src/domain/ports.ts'
import type { AuthoritySettings } from '../../src/gateways/identity-authority/identity-authority.ts'
import { testDay } from '../fixed/test-day.ts'

/** This file imitates the identity authority of e-KYC 2.5. It signs without xml-crypto, which other tests use. */

export type KeyWithCertificate = { privateKey: string; certificate: string }

/**
 * @param days how long after the day of the tests the certificate ends. By default that is long after any day on which
 * the tests may run, since OpenSSL compares certificates with the machine's clock.
 */
export async function makeKey(name: string, days = 7_300, bits = 2048): Promise<KeyWithCertificate> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: bits,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date('2025-01-01T00:00:00Z'),
    notAfter: new Date(testDay.getTime() + days * dayMs),
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    privateKey: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`,
    certificate: certificate.toString('pem'),
  }
}

export type World = {
  settings: AuthoritySettings
  authority: KeyWithCertificate
  stranger: KeyWithCertificate
  kuaPublicKey: string
}

export async function makeWorld(): Promise<World> {
  const [agency, authority, stranger] = await Promise.all([
    makeKey('Agency'),
    makeKey('Authority'),
    makeKey('Stranger'),
  ])
  const kua = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    authority,
    stranger,
    kuaPublicKey: kua.publicKey,
    settings: {
      url: 'http://127.0.0.1:1',
      auaCode: 'AUA0001',
      licenceKey: 'licence & "key"',
      asaLicenceKey: 'asa/licence',
      signingKey: agency.privateKey,
      signingCertificate: agency.certificate,
      decryptionKeys: [kua.privateKey],
      authorityCertificates: [authority.certificate],
    },
  }
}

export const wadh = 'E0jzJ/P8UopUHAieZn8CKqS4WPMi5ZSYXgfnlfkWjrc='

export const question: VerificationRequest = {
  transactionId: 'UKC:0001',
  customer: { kind: 'number', value: '012345678901' },
  capture: {
    pidTimestamp: '2026-01-15T10:20:30',
    skey: { ci: '20280813', value: 'U2tleQ==' },
    hmac: 'SG1hYw==',
    data: 'RGF0YQ==',
    device: {
      udc: 'host-1',
      rdsId: 'MANTRA.WIN.001',
      rdsVer: '1.0.1',
      dpId: 'MANTRA.MSIPL',
      dc: 'db321da2-269c-4ffb-aa54-dfa81f7df3f6',
      mi: 'MFS100',
      mc: 'TUM=',
    },
  },
  deadlineMs: 5_000,
}

export type InfoField = 'pidTimestamp' | 'rdsId' | 'dpId' | 'mi' | 'wadh'

export function infoWith(changes: Partial<Record<InfoField, string>> = {}): string {
  const fields = Array.from({ length: 31 }, () => '0')
  fields[5] = changes.pidTimestamp ?? '20260115102030'
  fields[25] = changes.rdsId ?? 'MANTRA.WIN.001'
  fields[27] = changes.dpId ?? 'MANTRA.MSIPL'
  fields[28] = changes.mi ?? 'MFS100'
  fields[30] = changes.wadh ?? wadh
  return `04{${fields.join(',')}}`
}

type Attributes = Record<string, string>

/** A UidData element whose attributes are in canonical order, by name. */
export const uidData =
  '<UidData tkn="01000000token" uid="012345678901"><Poi dob="01-02-1990" gender="F" name="Asha &amp; Co"></Poi>' +
  '<Poa co="" country="India" house="12" pc="411001" state="Maharashtra" street="M.G. Road" vtc="Pune"></Poa>' +
  '<Pht>/9j/\n4AAQ</Pht></UidData>'

/** Writes the AuthRes element of a successful answer, in canonical form and without a signature. */
export function authRes(changes: Attributes = {}): string {
  const attributes = { actn: '', code: 'a0001', info: infoWith(), ret: 'y', ts: '2026-01-15T10:20:35+05:30' }
  return `<AuthRes${written({ ...attributes, txn: question.transactionId, ...changes })}></AuthRes>`
}

/** Writes the unsigned, canonical KycRes of a successful answer. It has no AuthRes if `signedAuthRes` is ''. */
export function kycRes(signedAuthRes: string, changes: Attributes = {}, content = uidData): string {
  const attributes = {
    actn: 'A201',
    code: 'k0001',
    ret: 'Y',
    ts: '2026-01-15T10:20:36+05:30',
    ttl: '2027-01-15T10:20:36.000+05:30',
  }
  const rar = signedAuthRes && `<Rar>${Buffer.from(signedAuthRes).toString('base64')}</Rar>`
  return `<KycRes${written({ ...attributes, txn: question.transactionId, ...changes })}>${rar}${content}</KycRes>`
}

export function resp(content: string, changes: Attributes = {}): string {
  const attributes = {
    status: '0',
    ko: 'KUA',
    ret: 'Y',
    code: 'k0001',
    txn: question.transactionId,
    ts: '',
    err: '',
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Resp${written({ ...attributes, ...changes })}>${content}</Resp>`
}

/** Adds an enveloped RSA-SHA256 signature to a canonical document, before the end tag of its root. */
export function signed(
  canonical: string,
  signer: KeyWithCertificate,
  options: { uri?: string; digestOf?: string } = {},
): string {
  const digest = createHash('sha256')
    .update(options.digestOf ?? canonical)
    .digest('base64')
  const signedInfo = (namespace: string) =>
    `<SignedInfo${namespace}>${method('CanonicalizationMethod', 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315')}` +
    method('SignatureMethod', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256') +
    `<Reference URI="${options.uri ?? ''}"><Transforms>${method('Transform', 'http://www.w3.org/2000/09/xmldsig#enveloped-signature')}</Transforms>` +
    `${method('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256')}<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  const namespace = ' xmlns="http://www.w3.org/2000/09/xmldsig#"'
  const value = sign('sha256', Buffer.from(signedInfo(namespace)), signer.privateKey).toString('base64')
  const certificate = signer.certificate.replace(/-----[^-]+-----|\s/g, '')
  const signature =
    `<Signature${namespace}>${signedInfo('')}<SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`
  const end = canonical.lastIndexOf('</')
  return canonical.slice(0, end) + signature + canonical.slice(end)
}

/** Encrypts a text in the format of rd-service.md section 2.2: version, public key, label, encrypted key and data. */
export function encrypted(text: string, publicKeyPem: string): string {
  const publicKey = createPublicKey(publicKeyPem)
  const label = randomBytes(32)
  const sessionKey = randomBytes(32)
  const cipher = createCipheriv('aes-256-cfb', sessionKey, label.subarray(0, 16))
  return Buffer.concat([
    Buffer.from('VERSION_1.0'),
    publicKey.export({ type: 'spki', format: 'der' }),
    label,
    publicEncrypt(
      {
        key: publicKey,
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: 'sha256',
        oaepLabel: label,
      },
      sessionKey,
    ),
    cipher.update(text),
    cipher.final(),
  ]).toString('base64')
}

function method(name: string, uri: string): string {
  return `<${name} Algorithm="${uri}"></${name}>`
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join('')
}
