import type { KeyObject } from 'node:crypto'

import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

/** This file reads signed answers with xmldom and xml-crypto, as the product did before it had its own reader. */

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const enveloped = `${dsig}enveloped-signature`
const canonicalizations = [
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]
/** The list omits SHA-1, because SHA-1 collisions are practical. */
const signatureMethods = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]
const digestMethods = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']

/**
 * Returns the root element of a document that one of these keys signed. The element is parsed from the octets that the
 * digest covers. Throws Error if none of the keys signed the document.
 */
export function readSignedByXmlCrypto(
  document: string,
  rootName: string,
  keys: readonly KeyObject[],
): Element {
  const root = parseXml(document, rootName)
  const signature = plainSignatureOf(root)
  for (const key of keys) {
    const signed = signedBy(key, document, signature)
    if (signed !== undefined) return parseXml(signed, rootName)
  }
  throw new Error(`${rootName} has a signature of no configured, valid certificate`)
}

/**
 * Returns the signature if it has the only accepted form: one child of the root, with one reference to the whole
 * document without the signature. Throws Error for any other form, such as an attack by signature wrapping needs.
 */
function plainSignatureOf(root: Element): Element {
  const [signature, ...others] = Array.from(root.getElementsByTagNameNS('*', 'Signature'))
  if (signature === undefined) throw new Error(`${root.localName} is unsigned`)
  if (others.length > 0 || signature.parentNode !== root || !isPlain(signature)) {
    throw new Error(`${root.localName} has a signature of another shape`)
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

/** Returns the canonical octets that this key signed, or undefined. Drops xml-crypto's errors, which quote values. */
function signedBy(key: KeyObject, document: string, signature: Element): string | undefined {
  const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null })
  try {
    // The types of xml-crypto require the browser's Node. xmldom's Node has the same members.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    check.loadSignature(signature as unknown as Node)
    if (!check.checkSignature(document)) return undefined
  } catch {
    return undefined
  }
  const signed = check.getSignedReferences()
  return signed.length === 1 ? signed[0] : undefined
}

/**
 * The largest number of `<` and quotes in a document. An answer has about 200. The time for canonicalization grows with
 * the square of the elements' depth.
 */
const markupLimit = 800

/**
 * Parses XML from outside.
 * @throws {Error} the text has a document type (and so custom entities) or more markup than `markupLimit`, the parser
 * gives a warning, or the root has another local name
 */
export function parseXml(text: string, rootName: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error(`${rootName} has a document type`)
  if ((text.match(/[<"']/g)?.length ?? 0) > markupLimit) throw new Error(`${rootName} has too many parts`)
  const root = rootOf(text)
  if (root?.localName !== rootName) throw new Error(`no readable ${rootName}`)
  return root
}

export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement)
}

/** @throws {Error} several children have this local name */
export function childOf(element: Element, name: string): Element | undefined {
  const namesakes = childrenOf(element).filter(child => child.localName === name)
  if (namesakes.length > 1) throw new Error(`more than one ${name}`)
  return namesakes[0]
}

function rootOf(text: string): Element | null {
  try {
    return new DOMParser({ onError: onWarningStopParsing, locator: false }).parseFromString(text, 'text/xml')
      .documentElement
  } catch {
    return null
  }
}

function isElement(node: { nodeType: number }): node is Element {
  return node.nodeType === 1
}
