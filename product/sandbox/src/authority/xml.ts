import { DOMParser, onWarningStopParsing, type Element } from '@xmldom/xmldom'

export function readXml(text: string, name: string): Element | undefined {
  // A document type could define entities, and no valid message has a document type.
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

export function childOf(element: Element, name: string): Element | undefined {
  const [child, ...others] = childrenOf(element).filter(one => one.localName === name)
  return others.length === 0 ? child : undefined
}

export function attribute(element: Element | undefined, name: string): string {
  return element?.getAttribute(name) ?? ''
}

export function attributesOf<const Name extends string>(
  element: Element | undefined,
  names: readonly Name[],
): Record<Name, string> {
  return Object.fromEntries(names.map(name => [name, attribute(element, name)])) as Record<Name, string>
}

/** Decodes strict base64 and ignores white space. Returns undefined if the text is not base64. */
export function bytesOf(element: Element | undefined): Buffer | undefined {
  const text = (element?.textContent ?? '').replace(/\s/g, '')
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  return Buffer.from(text, 'base64')
}

/**
 * Writes an element in canonical form (XML-C14N), so that it can be signed as text. Escapes the values of attributes,
 * but takes `content` as XML.
 */
export function writeElement(name: string, attributes: Record<string, string>, content = ''): string {
  const written = Object.entries(attributes)
    .toSorted(([a], [b]) => (inOrder(a) < inOrder(b) ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
  return `<${name}${written.join('')}>${content}</${name}>`
}

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
