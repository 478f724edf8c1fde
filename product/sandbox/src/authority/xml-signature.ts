import { createHash, sign, type KeyObject } from 'node:crypto'

import type { KeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import type { Element } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

import { attribute, bytesOf, childOf, childrenOf, readXml, writeElement } from './xml.ts'

/**
 * Returns the document with an enveloped signature (RSA-SHA256) as the last child of its root.
 * @param canonical the output of writeElement, whose text is exactly the octets that the digest covers
 */
export function signXml(canonical: string, signer: KeyAndCertificate): string {
  const digest = createHash('sha256').update(canonical).digest('base64')
  // In canonical form, SignedInfo repeats the namespace of its parent.
  const value = sign('sha256', Buffer.from(signedInfo(digest, { xmlns: dsig })), signer.privateKey)
  const certificate = writeElement('X509Certificate', {}, signer.certificate.raw.toString('base64'))
  const signature = writeElement(
    'Signature',
    { xmlns: dsig },
    signedInfo(digest) +
      writeElement('SignatureValue', {}, value.toString('base64')) +
      writeElement('KeyInfo', {}, writeElement('X509Data', {}, certificate)),
  )
  const end = canonical.lastIndexOf('</')
  return canonical.slice(0, end) + signature + canonical.slice(end)
}

type SignedElement =
  | { kind: 'signed'; element: Element }
  | { kind: 'unreadable' }
  | { kind: 'unsigned' }
  | { kind: 'wrong-certificate' }
  | { kind: 'altered' }

/**
 * Returns the root that the holder of the certificate signed. The root is parsed again from exactly the bytes that the
 * digest covers, so that unsigned content cannot be taken for signed.
 * @param keyOf returns the public key of the certificate in KeyInfo (DER), or undefined if the certificate is not
 *   accepted
 */
export function readSigned(
  xml: string,
  name: string,
  keyOf: (certificate: Buffer) => KeyObject | undefined,
): SignedElement {
  const root = readXml(xml, name)
  if (!root) return { kind: 'unreadable' }
  const [signature, ...others] = Array.from(root.getElementsByTagNameNS(dsig, 'Signature'))
  if (!signature || others.length > 0 || signature.parentNode !== root) return { kind: 'unsigned' }
  if (!coversRoot(signature)) return { kind: 'altered' }
  const certificate = certificateIn(signature)
  const key = certificate && keyOf(certificate)
  if (!key) return { kind: 'wrong-certificate' }
  const [signed] = signedParts(xml, signature, key)
  const element = signed === undefined ? undefined : readXml(signed, name)
  return element ? { kind: 'signed', element } : { kind: 'altered' }
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = `${dsig}enveloped-signature`
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

function signedInfo(digest: string, declared: Record<string, string> = {}): string {
  const method = (name: string, uri: string): string => writeElement(name, { Algorithm: uri })
  const transforms = method('Transform', enveloped) + method('Transform', exclusive)
  const reference =
    writeElement('Transforms', {}, transforms) +
    method('DigestMethod', sha256) +
    writeElement('DigestValue', {}, digest)
  return writeElement(
    'SignedInfo',
    declared,
    method('CanonicalizationMethod', exclusive) +
      method('SignatureMethod', rsaSha256) +
      writeElement('Reference', { URI: '' }, reference),
  )
}

/** Tells whether the signature covers the whole document with the usual transforms, RSA-SHA256 and SHA-256. */
function coversRoot(signature: Element): boolean {
  const info = childOf(signature, 'SignedInfo')
  const reference = info && childOf(info, 'Reference')
  if (!info || !reference || attribute(reference, 'URI') !== '') return false
  const transforms = childrenOf(childOf(reference, 'Transforms') ?? reference).map(one =>
    attribute(one, 'Algorithm'),
  )
  return (
    transforms.includes(enveloped) &&
    transforms.every(one => [enveloped, exclusive, inclusive].includes(one)) &&
    attribute(childOf(info, 'SignatureMethod'), 'Algorithm') === rsaSha256 &&
    attribute(childOf(reference, 'DigestMethod'), 'Algorithm') === sha256
  )
}

function certificateIn(signature: Element): Buffer | undefined {
  const [holder] = Array.from(signature.getElementsByTagNameNS(dsig, 'X509Certificate'))
  return bytesOf(holder)
}

function signedParts(xml: string, signature: Element, key: KeyObject): string[] {
  const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null })
  try {
    // The parameter has the type of a browser's Node. The Node of xmldom has the same members.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    check.loadSignature(signature as unknown as Node)
    return check.checkSignature(xml) ? check.getSignedReferences() : []
  } catch {
    return []
  }
}
