import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom'

import { BrokenAnswer } from './broken-answer.ts'

/** Angle brackets and quotes. An answer has about 200; canonicalization is quadratic in the depth of its elements. */
const markupLimit = 800

/**
 * Reads XML from outside, or throws BrokenAnswer: no document type (so no entities of its own), every warning of the
 * parser is an error, and the root must have this local name.
 */
export function parseXml(text: string, rootName: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new BrokenAnswer(`${rootName} has a document type`)
  if ((text.match(/[<"']/g)?.length ?? 0) > markupLimit)
    throw new BrokenAnswer(`${rootName} has too many parts`)
  const root = rootOf(text)
  if (root?.localName !== rootName) throw new BrokenAnswer(`no readable ${rootName}`)
  return root
}

/** The text of these bytes without a byte order mark. The protocol is in UTF-8, whatever a prolog says. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenAnswer(`${what} is not UTF-8`)
  }
}

/** Bytes of strict base64, white space left aside. */
export function parseBase64(text: string, what: string): Buffer {
  const compact = text.replace(/\s+/g, '')
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    throw new BrokenAnswer(`${what} is no base64`)
  }
  return Buffer.from(compact, 'base64')
}

/** The element children, in order. */
export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement)
}

/** The only child of this local name; undefined when there is none, BrokenAnswer when there are several. */
export function childOf(element: Element, name: string): Element | undefined {
  const found = childrenOf(element).filter(child => child.localName === name)
  if (found.length > 1) throw new BrokenAnswer(`more than one ${name}`)
  return found[0]
}

/** The parser's own message may quote what it read, so it is dropped. */
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
