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

/**
 * Rewrites canonical XML as the authority's programs send it: with a declaration, self-closing tags, attributes in
 * another order, and CR LF. The canonical form stays the same, so a signature stays valid.
 */
export function onTheWire(canonical: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${canonical}`
    .replace(/<([\w:]+)([^<>]*)><\/\1>/g, '<$1$2/>')
    .replace(/(<[\w:]+)((?: [\w:]+="[^"]*")+)/g, (_, name: string, attributes: string) =>
      [name, ...(attributes.match(/ [\w:]+="[^"]*"/g) ?? []).toReversed()].join(''),
    )
    .replaceAll('\n', '\r\n')
}

const offsetMs = 5.5 * 3_600_000

/** Reads the ts of a PID block (YYYY-MM-DDThh:mm:ss in India time). Returns undefined if the text is invalid. */
export function readPidTimestamp(ts: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(ts)) return undefined
  const moment = new Date(`${ts}.000Z`)
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== ts) return undefined
  return new Date(moment.getTime() - offsetMs)
}

/** Writes a time as India time with milliseconds and zone, as the authority's answers do. */
export function writeIndiaTime(instant: Date): string {
  return `${new Date(instant.getTime() + offsetMs).toISOString().slice(0, 23)}+05:30`
}
