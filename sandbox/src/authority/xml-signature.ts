import { X509Certificate } from 'node:crypto'

import { XMLSerializer, type Element } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

import type { KeyAndCertificate } from '../keys/certificate.ts'
import { attribute, bytesOf, childOf, childrenOf, readXml } from './xml.ts'

/** The document with an enveloped signature (RSA-SHA256) as the last child of its root. */
export function signXml(xml: string, signer: KeyAndCertificate): string {
  const signature = new SignedXml({
    privateKey: signer.privateKey,
    publicCert: signer.certificate.toString(),
    signatureAlgorithm: rsaSha256,
    canonicalizationAlgorithm: exclusive,
  })
  signature.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [enveloped, exclusive],
    digestAlgorithm: sha256,
  })
  signature.computeSignature(xml, { location: { reference: '/*', action: 'append' } })
  return signature.getSignedXml()
}

export type SignedElement =
  | { kind: 'signed'; element: Element }
  | { kind: 'unreadable' }
  | { kind: 'unsigned' }
  | { kind: 'wrong-certificate' }
  | { kind: 'altered' }

/**
 * What the holder of the certificate signed: the root, read anew from exactly the bytes that the digest covers, so
 * that nothing outside of them can be taken for signed.
 * @param trusts says whether the certificate in KeyInfo is one whose signature counts
 */
export function readSigned(
  xml: string,
  name: string,
  trusts: (certificate: X509Certificate) => boolean,
): SignedElement {
  const root = readXml(xml, name)
  if (!root) return { kind: 'unreadable' }
  const [signature, ...others] = Array.from(root.getElementsByTagNameNS(dsig, 'Signature'))
  if (!signature || others.length > 0 || signature.parentNode !== root) return { kind: 'unsigned' }
  if (!coversRoot(signature)) return { kind: 'altered' }
  const certificate = certificateIn(signature)
  if (!certificate || !trusts(certificate)) return { kind: 'wrong-certificate' }
  const [signed] = signedParts(xml, signature, certificate)
  const element = signed === undefined ? undefined : readXml(signed, name)
  return element ? { kind: 'signed', element } : { kind: 'altered' }
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = `${dsig}enveloped-signature`
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

/** One reference to the whole document, nothing but the usual transforms, nothing weaker than SHA-256. */
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
    algorithm(info, 'SignatureMethod') === rsaSha256 &&
    algorithm(reference, 'DigestMethod') === sha256
  )
}

function algorithm(parent: Element, name: string): string {
  const child = childOf(parent, name)
  return child ? attribute(child, 'Algorithm') : ''
}

function certificateIn(signature: Element): X509Certificate | undefined {
  const [holder] = Array.from(signature.getElementsByTagNameNS(dsig, 'X509Certificate'))
  const bytes = bytesOf(holder)
  try {
    return bytes && new X509Certificate(bytes)
  } catch {
    return undefined
  }
}

function signedParts(xml: string, signature: Element, certificate: X509Certificate): string[] {
  const check = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null })
  try {
    check.loadSignature(new XMLSerializer().serializeToString(signature))
    return check.checkSignature(xml) ? check.getSignedReferences() : []
  } catch {
    return []
  }
}
