import type { KeyObject } from 'node:crypto'

import { SignedXml } from 'xml-crypto'

import type { VerificationRequest } from '../../domain/ports.ts'
import { BrokenAnswer } from './broken-answer.ts'
import { kycParameters } from './kyc-parameters.ts'

/** What stands for us in a request. `subAuaCode` equals `auaCode` when there is no sub-AUA. */
export type Sender = {
  auaCode: string
  subAuaCode: string
  licenceKey: string
  signingKey: KeyObject
  /** PEM, goes into KeyInfo. */
  signingCertificate: string
}

/** The Kyc element of e-KYC 2.5 (rd-service.md 2.2) around the signed Auth element of Authentication 2.5 (2.1). */
export function buildRequest(sender: Sender, request: VerificationRequest): string {
  const auth = signed(authElement(sender, request), sender)
  const rad = Buffer.from(auth, 'utf8').toString('base64')
  // All parameters are written, defaults too: they are what wadh is the hash of.
  return element('Kyc', kycParameters, element('Rad', {}, rad))
}

function authElement(sender: Sender, { transactionId, customer, capture }: VerificationRequest): string {
  const attributes = {
    uid: customer.value,
    rc: 'Y',
    tid: 'registered',
    ac: sender.auaCode,
    sa: sender.subAuaCode,
    ver: '2.5',
    txn: transactionId,
    lk: sender.licenceKey,
    xmlns: 'http://www.uidai.gov.in/authentication/uid-auth-request/2.0',
  }
  const { udc, rdsId, rdsVer, dpId, dc, mi, mc } = capture.device
  // 'FMR,FIR' is what a capture with fType 2 holds, the only one that the portal asks for.
  const uses = { pi: 'n', pa: 'n', pfa: 'n', bio: 'y', bt: 'FMR,FIR', pin: 'n', otp: 'n' }
  // "Extra data will be rejected": X is the default of type, so it is left out.
  const dataType: Record<string, string> = capture.data.type === 'X' ? {} : { type: capture.data.type }
  return element(
    'Auth',
    attributes,
    element('Uses', uses) +
      element('Meta', { udc, rdsId, rdsVer, dpId, dc, mi, mc }) +
      element('Skey', { ci: capture.skey.ci }, text(capture.skey.value)) +
      element('Hmac', {}, text(capture.hmac)) +
      element('Data', dataType, text(capture.data.value)),
  )
}

function signed(xml: string, sender: Sender): string {
  const signature = new SignedXml({
    privateKey: sender.signingKey,
    publicCert: sender.signingCertificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  })
  signature.addReference({
    xpath: '/*',
    isEmptyUri: true,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
  })
  signature.computeSignature(xml)
  return signature.getSignedXml()
}

function element(name: string, attributes: Record<string, string>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(value)}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written raw, a parser would turn these three into blanks inside an attribute.
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/** For text and attributes alike. */
function text(value: string): string {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(value)) {
    throw new BrokenAnswer('not sent: the capture holds a character that XML forbids')
  }
  return value.replace(/[&<>"\t\n\r]/g, character => escapes[character] ?? '')
}
