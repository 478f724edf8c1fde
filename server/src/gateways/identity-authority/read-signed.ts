import type { KeyObject } from 'node:crypto'

import type { Element } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

import { BrokenAnswer } from './broken-answer.ts'
import { childrenOf, parseXml } from './parse-xml.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = `${dsig}enveloped-signature`
const canonicalizations = [
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]
/** SHA-1 is left out: its collisions are practical. */
const signatureMethods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']

/**
 * The root element as one of these keys signed it, or BrokenAnswer. What is returned is parsed anew from the octets
 * that the digest was taken of, so nothing unsigned can be read by mistake (signature wrapping), and the certificate
 * that the document brings along in KeyInfo is never looked at.
 */
export function readSigned(document: string, rootName: string, keys: readonly KeyObject[]): Element {
  const root = parseXml(document, rootName)
  const signature = plainSignatureOf(root)
  for (const key of keys) {
    const signed = signedBy(key, document, signature)
    if (signed !== undefined) return parseXml(signed, rootName)
  }
  throw new BrokenAnswer(`${rootName} has a signature of no configured, valid certificate`)
}

/**
 * The one signature, in the one shape that the standard uses: a child of the root, one reference, to the whole
 * document, less the signature itself. Other shapes are where wrapping attacks live.
 */
function plainSignatureOf(root: Element): Element {
  const [signature, ...others] = Array.from(root.getElementsByTagNameNS('*', 'Signature'))
  if (signature === undefined) throw new BrokenAnswer(`${root.localName} is unsigned`)
  if (others.length > 0 || signature.parentNode !== root || !isPlain(signature)) {
    throw new BrokenAnswer(`${root.localName} has a signature of another shape`)
  }
  return signature
}

function isPlain(signature: Element): boolean {
  const [signedInfo, , keyInfo] = childrenOf(signature)
  if (!isMadeOf(signature, ['SignedInfo', 'SignatureValue', ...(keyInfo ? ['KeyInfo'] : [])])) return false
  if (!signedInfo || !isMadeOf(signedInfo, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']))
    return false
  const [canonicalization, signatureMethod, reference] = childrenOf(signedInfo)
  if (!reference || !isMadeOf(reference, ['Transforms', 'DigestMethod', 'DigestValue'])) return false
  const [transforms, digestMethod] = childrenOf(reference)
  const [first, second, ...more] = transforms ? childrenOf(transforms) : []
  return (
    reference.getAttribute('URI') === '' &&
    names(canonicalization, canonicalizations) &&
    names(signatureMethod, signatureMethods) &&
    names(digestMethod, digestMethods) &&
    names(first, [enveloped]) &&
    (second === undefined || names(second, canonicalizations)) &&
    more.length === 0
  )
}

function isMadeOf(element: Element, childNames: string[]): boolean {
  const children = childrenOf(element)
  return (
    children.length === childNames.length &&
    children.every((child, index) => child.namespaceURI === dsig && child.localName === childNames[index])
  )
}

function names(element: Element | undefined, algorithms: string[]): boolean {
  return algorithms.includes(element?.getAttribute('Algorithm') ?? '')
}

/**
 * The canonical octets that this key signed; undefined when it did not. xml-crypto's messages quote values: dropped.
 */
function signedBy(key: KeyObject, document: string, signature: Element): string | undefined {
  const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null })
  try {
    // It asks for a browser's Node, which xmldom's is made after.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    check.loadSignature(signature as unknown as Node)
    if (!check.checkSignature(document)) return undefined
  } catch {
    return undefined
  }
  const signed = check.getSignedReferences()
  return signed.length === 1 ? signed[0] : undefined
}
