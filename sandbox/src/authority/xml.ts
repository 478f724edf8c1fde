import { DOMParser, onWarningStopParsing, type Element } from '@xmldom/xmldom'

/** The root of a well-formed document of that name; undefined for anything else, a document type included. */
export function readXml(text: string, name: string): Element | undefined {
  // Entities live in a document type, and nobody here needs one.
  if (/<!DOCTYPE/i.test(text)) return undefined
  try {
    const document = new DOMParser({ onError: onWarningStopParsing, locator: false }).parseFromString(
      text,
      'text/xml',
    )
    return document.documentElement?.localName === name ? document.documentElement : undefined
  } catch {
    return undefined
  }
}

export function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1)
}

/** The one child of that name; undefined when there is none or more than one. */
export function childOf(element: Element, name: string): Element | undefined {
  const [child, ...others] = childrenOf(element).filter(one => one.localName === name)
  return others.length === 0 ? child : undefined
}

export function attribute(element: Element, name: string): string {
  return element.getAttribute(name) ?? ''
}

/** The bytes of strict base64 in an element's text, white space left out; undefined when it is something else. */
export function bytesOf(element: Element | undefined): Buffer | undefined {
  const text = (element?.textContent ?? '').replace(/\s/g, '')
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64')
}

/**
 * An element in canonical form (XML-C14N), so that it can be signed as it stands; values are escaped, content is not.
 */
export function writeElement(name: string, attributes: Record<string, string>, content = ''): string {
  const written = Object.entries(attributes)
    .toSorted(([a], [b]) => (inOrder(a) < inOrder(b) ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}

/** By name, but the namespace first. */
function inOrder(attributeName: string): string {
  return attributeName === 'xmlns' ? '' : attributeName
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

function escape(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, character => escapes[character] ?? '')
}
