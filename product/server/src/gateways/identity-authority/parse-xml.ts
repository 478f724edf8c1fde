import { BrokenAnswer } from './broken-answer.ts'
import { readXml, type XmlElement } from './read-xml.ts'

/** The maximum number of "<" and quotes in a document, which also limits its depth. An answer has about 200. */
const markupLimit = 800

/**
 * Parses XML from outside. Throws BrokenAnswer if the XML has a document type, which could define entities, if it is
 * not well-formed, has too many or unusual parts, or if its root has another local name than `rootName`.
 */
export function parseXml(text: string, rootName: string): XmlElement {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new BrokenAnswer(`${rootName} has a document type`)
  if ((text.match(/[<"']/g)?.length ?? 0) > markupLimit)
    throw new BrokenAnswer(`${rootName} has too many parts`)
  const root = readXml(text)
  if (root?.localName !== rootName) throw new BrokenAnswer(`no readable ${rootName}`)
  return root
}

/** Decodes UTF-8 and drops a byte order mark. The protocol uses UTF-8 even if the XML declares another encoding. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BrokenAnswer(`${what} is not UTF-8`)
  }
}

export function parseBase64(text: string, what: string): Buffer {
  const compact = text.replace(/\s+/g, '')
  if (compact === '' || compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    throw new BrokenAnswer(`${what} is no base64`)
  }
  return Buffer.from(compact, 'base64')
}

export function childrenOf(element: XmlElement): XmlElement[] {
  return element.content.filter(part => typeof part !== 'string')
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  const namesakes = childrenOf(element).filter(child => child.localName === name)
  if (namesakes.length > 1) throw new BrokenAnswer(`more than one ${name}`)
  return namesakes[0]
}

export function textOf(element: XmlElement | undefined): string {
  return element?.content.map(part => (typeof part === 'string' ? part : textOf(part))).join('') ?? ''
}
