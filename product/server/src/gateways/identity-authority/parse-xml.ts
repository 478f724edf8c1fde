import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom'

import { BrokenAnswer } from './broken-answer.ts'

/**
 * Limits angle brackets and quotes; an answer has about 200. Canonicalization is quadratic in the depth of elements.
 */
const markupLimit = 800

/**
 * Parses XML from outside. Throws BrokenAnswer if it has a document type (and so custom entities), a warning of the
 * parser, or a root with another local name.
 */
export function parseXml(text: string, rootName: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new BrokenAnswer(`${rootName} has a document type`)
  if ((text.match(/[<"']/g)?.length ?? 0) > markupLimit)
    throw new BrokenAnswer(`${rootName} has too many parts`)
  const root = rootOf(text)
  if (root?.localName !== rootName) throw new BrokenAnswer(`no readable ${rootName}`)
  return root
}

/** Decodes UTF-8 without a byte order mark. The protocol uses UTF-8, whatever an XML declaration says. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenAnswer(`${what} is not UTF-8`)
  }
}

/** Decodes strict base64, ignoring white space. */
export function parseBase64(text: string, what: string): Buffer {
  const compact = text.replace(/\s+/g, '')
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    throw new BrokenAnswer(`${what} is no base64`)
  }
  return Buffer.from(compact, 'base64')
}

/** Returns the child elements, in order. */
export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter(isElement)
}

/** Returns the only child of this local name; undefined without one. Throws BrokenAnswer if there are several. */
export function childOf(element: Element, name: string): Element | undefined {
  const namesakes = childrenOf(element).filter(child => child.localName === name)
  if (namesakes.length > 1) throw new BrokenAnswer(`more than one ${name}`)
  return namesakes[0]
}

/** Drops the parser's message, which may quote its input. */
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
