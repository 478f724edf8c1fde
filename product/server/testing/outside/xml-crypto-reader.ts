import type { KeyObject } from 'node:crypto'

import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'

/** This file reads signed XML with xmldom and xml-crypto, which are not the product's. */

/**
 * Returns the root element of a document that one of these keys signed, parsed from the octets that the digest covers.
 * @throws {Error} none of the keys signed the document, or a signature is not a child of its root
 */
export function readSignedByXmlCrypto(
  document: string,
  rootName: string,
  keys: readonly KeyObject[],
): Element {
  const root = parseXml(document, rootName)
  const [signature, ...others] = Array.from(root.getElementsByTagNameNS('*', 'Signature'))
  if (signature?.parentNode !== root || others.length > 0) throw new Error('it has not one signature')
  for (const key of keys) {
    const check = new SignedXml({ publicCert: key, getCertFromKeyInfo: () => null })
    // The types of xml-crypto require the browser's Node. xmldom's Node has the same members.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    check.loadSignature(signature as unknown as Node)
    const [octets = '', ...more] = check.checkSignature(document) ? check.getSignedReferences() : []
    if (octets !== '' && more.length === 0) return parseXml(octets, rootName)
  }
  throw new Error(`none of the keys signed ${rootName}`)
}

/** @throws {Error} the text is not well-formed, or its root has another local name */
export function parseXml(text: string, rootName: string): Element {
  const parser = new DOMParser({ onError: onWarningStopParsing, locator: false })
  const root = parser.parseFromString(text, 'text/xml').documentElement
  if (root?.localName !== rootName) throw new Error(`no ${rootName}`)
  return root
}

export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement)
}

export function childOf(element: Element, name: string): Element | undefined {
  return childrenOf(element).find(child => child.localName === name)
}

function isElement(node: { nodeType: number }): node is Element {
  return node.nodeType === 1
}
