import { hash } from 'node:crypto'

import { BrokenAnswer, escapedAttribute, escapedText, type createXmlSigner } from '@ekyc/signed-xml'

import type { VerificationRequest } from '../../domain/ports.ts'

/** Without a sub-AUA, `subAuaCode` equals `auaCode`. */
export type RequestSender = {
  auaCode: string
  subAuaCode: string
  licenceKey: string
  sign: ReturnType<typeof createXmlSigner>
}

/** The parameters of an e-KYC: consent given, no local language, no delegated decryption, no print (PDF). */
const kycParameters = { ver: '2.5', ra: 'F', rc: 'Y', lr: 'N', de: 'N', pfr: 'N' }

/**
 * Builds the Kyc element of e-KYC 2.5 (rd-service.md 2.2) around the signed Auth element of Authentication 2.5 (2.1).
 */
export async function buildKycRequest(sender: RequestSender, request: VerificationRequest): Promise<string> {
  const auth = await sender.sign(permitted(authElement(sender, request)))
  const rad = Buffer.from(auth, 'utf8').toString('base64')
  // Kyc names all parameters, including defaults, because wadh is the hash of all parameters.
  return element('Kyc', kycParameters, element('Rad', {}, rad))
}

/**
 * The SHA-256 of the values of the parameters in their order, in base64. The formula in the text of e-KYC 2.5, which includes
 * ts, is wrong. Section 2.3 of rd-service.md records the hash that clients and the authority really use.
 */
export const wadh = hash('sha256', Object.values(kycParameters).join(''), 'base64')

/**
 * Writes the Auth element in canonical form (XML-C14N 1.0), which the signature requires. The namespace comes first,
 * then the attributes in the order of their names, and there is no empty-element tag.
 */
function authElement(
  sender: RequestSender,
  { transactionId, customer, capture }: VerificationRequest,
): string {
  const attributes = {
    xmlns: 'http://www.uidai.gov.in/authentication/uid-auth-request/2.0',
    ac: sender.auaCode,
    lk: sender.licenceKey,
    rc: 'Y',
    sa: sender.subAuaCode,
    tid: 'registered',
    txn: transactionId,
    uid: customer.value,
    ver: '2.5',
  }
  const { udc, rdsId, rdsVer, dpId, dc, mi, mc } = capture.device
  // The portal requests only captures with fType 2. Such a capture contains 'FMR,FIR'.
  const uses = {
    bio: 'y',
    bt: 'FMR,FIR',
    otp: 'n',
    pa: 'n',
    pfa: 'n',
    pi: 'n',
    pin: 'n',
  }
  return element(
    'Auth',
    attributes,
    element('Uses', uses) +
      element('Meta', { dc, dpId, mc, mi, rdsId, rdsVer, udc }) +
      element('Skey', { ci: capture.skey.ci }, escapedText(capture.skey.value)) +
      element('Hmac', {}, escapedText(capture.hmac)) +
      // `type` is left out, because X is its default value and the authority rejects extra data.
      element('Data', {}, escapedText(capture.data)),
  )
}

function element(name: string, attributes: Record<string, string>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapedAttribute(value)}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}

function permitted(xml: string): string {
  if (/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(xml)) {
    throw new BrokenAnswer('not sent: the capture holds a character that XML forbids')
  }
  return xml
}
