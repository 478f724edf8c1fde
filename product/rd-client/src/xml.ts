import { maxAnswerBytes } from './exchange.ts'
import { RdError } from './rd-error.ts'

/** An XML element. All names are local names in lower case, because vendors differ in their case. */
export type XmlElement = {
  name: string
  attributes: ReadonlyMap<string, string>
  children: readonly XmlElement[]
  /** The element's own text, including CDATA, without the text of its children. */
  text: string
}

/**
 * Parses one XML document in linear time. Works in the same way in Node and in a browser, where Trusted Types forbid
 * DOMParser. Accepts what sloppy drivers send: a byte-order mark, blanks before the prolog, single or double quotes,
 * stray '&', junk after the root. Refuses every DOCTYPE, entities other than numeric ones and the five of XML,
 * duplicate attributes, and a second root, a PidData or a Resp in the junk.
 * @throws {RdError} too-large or unreadable
 */
export function readXml(answer: Uint8Array | string): XmlElement {
  if (answer.length > maxAnswerBytes) throw new RdError('too-large')
  // TextDecoder removes the first byte-order mark, and trimStart removes any further ones.
  const text = decoded(answer).trimStart()
  const open: OpenElement[] = []
  let elements = 0
  let position = 0

  for (;;) {
    const start = text.indexOf('<', position)
    if (start === -1) throw unreadable()
    addText(open.at(-1), resolved(text.slice(position, start)))

    const special = skipped.find(({ opening }) => text.startsWith(opening, start))
    if (special) {
      const end = text.indexOf(special.closing, start + special.opening.length)
      if (end === -1) throw unreadable()
      if (special.isText) addText(open.at(-1), text.slice(start + special.opening.length, end))
      position = end + special.closing.length
      continue
    }

    const tag = readTag(text, start)
    position = tag.end
    if (tag.kind === 'end') {
      if (open.at(-1)?.rawName !== tag.rawName) throw unreadable()
    } else {
      elements += 1
      if (elements > maxElements || open.length >= maxDepth) throw unreadable()
      open.push({ rawName: tag.rawName, attributes: tag.attributes, children: [], texts: [] })
      if (tag.kind === 'start') continue
    }

    const closed = finished(open.pop())
    const parent = open.at(-1)
    if (parent) {
      parent.children.push(closed)
      continue
    }
    if (illegalCharacter.test(text.slice(0, position))) throw unreadable()
    refuseSecondDocument(text.slice(position), closed.name)
    return closed
  }
}

/** Decodes an answer. Throws RdError unreadable if the bytes fit none of the encodings from encodingsOf. */
export function decoded(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return bytes
  for (const encoding of encodingsOf(bytes)) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The bytes have another encoding, or the platform does not know the declared encoding.
    }
  }
  throw unreadable()
}

/** Returns all elements of this local name in document order. The given element is included if it has the name. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  const below = element.children.flatMap(child => elementsNamed(child, name))
  return element.name === name ? [element, ...below] : below
}

/**
 * Returns the only element of this name, or undefined if there is none. Throws if there are two, because it is unclear
 * which of them counts.
 */
export function onlyElement(element: XmlElement, name: string): XmlElement | undefined {
  const [only, another] = elementsNamed(element, name)
  if (another) throw unreadable()
  return only
}

const maxElements = 10_000
const maxDepth = 32
const maxAttributes = 64

type OpenElement = {
  rawName: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  texts: string[]
}

type Tag = { rawName: string; end: number } & (
  | { kind: 'end' }
  | { kind: 'start' | 'empty'; attributes: ReadonlyMap<string, string> }
)

const skipped = [
  { opening: '<!--', closing: '-->', isText: false },
  { opening: '<?', closing: '?>', isText: false },
  { opening: '<![CDATA[', closing: ']]>', isText: true },
]

/** Matches a character that XML forbids, except for lone surrogates, which the decoder never produces. */
const illegalCharacter = /[^\t\n\r -\ufffd]/

/** The UTF-16 encodings by the first two bytes of a text: a byte-order mark, or '<' with a zero byte beside it. */
const utf16 = new Map([
  [0xff_fe, 'utf-16le'],
  [0x3c_00, 'utf-16le'],
  [0xfe_ff, 'utf-16be'],
  [0x00_3c, 'utf-16be'],
])

/** UTF-8 comes before the declared encoding, because .NET declares "utf-16" in UTF-8 texts. */
function encodingsOf(bytes: Uint8Array): string[] {
  const [first = 0, second = 0] = bytes
  const byStart = utf16.get(first * 256 + second)
  if (byStart) return [byStart]
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /^[^<]*<\?xml\b[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  return declared === undefined ? ['utf-8'] : ['utf-8', declared]
}

function addText(element: OpenElement | undefined, text: string): void {
  if (element) element.texts.push(text)
  else if (text.trim() !== '') throw unreadable()
}

function readTag(text: string, start: number): Tag {
  // The sticky expressions are local to this call, because each call changes their lastIndex.
  const opening = /<(\/?)([^\s<>/="'!?&]+)/y
  const attribute = /\s*([^\s<>/="'&]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  const closing = /\s*(\/?)>/y

  opening.lastIndex = start
  const [, slash, rawName] = opening.exec(text) ?? []
  if (rawName === undefined) throw unreadable()

  const attributes = new Map<string, string>()
  let end = opening.lastIndex
  for (;;) {
    attribute.lastIndex = end
    const [, name, double, single] = attribute.exec(text) ?? []
    if (name === undefined) break
    end = attribute.lastIndex
    addAttribute(attributes, name, double ?? single ?? '')
  }

  closing.lastIndex = end
  const [whole, emptySlash] = closing.exec(text) ?? []
  if (whole === undefined) throw unreadable()
  end = closing.lastIndex
  if (slash === '') return { kind: emptySlash === '' ? 'start' : 'empty', rawName, attributes, end }
  if (attributes.size > 0 || emptySlash !== '') throw unreadable()
  return { kind: 'end', rawName, end }
}

function addAttribute(attributes: Map<string, string>, rawName: string, value: string): void {
  if (/^xmlns(?::|$)/i.test(rawName)) return
  const name = localName(rawName)
  if (attributes.has(name) || attributes.size >= maxAttributes) throw unreadable()
  attributes.set(name, resolved(value))
}

/** Replaces the entities in a text by their characters. Throws RdError unreadable for an unknown or forbidden one. */
function resolved(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][\w.-]{0,31}));/g, replacement)
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function replacement(_whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return entities.get(name) ?? refuse()
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal)
  if (code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff)) throw unreadable()
  const character = String.fromCodePoint(code)
  return illegalCharacter.test(character) ? refuse() : character
}

function finished(element: OpenElement | undefined): XmlElement {
  if (!element) throw unreadable()
  const { rawName, attributes, children, texts } = element
  return { name: localName(rawName), attributes, children, text: texts.join('') }
}

function localName(rawName: string): string {
  return rawName.slice(rawName.lastIndexOf(':') + 1).toLowerCase()
}

function refuseSecondDocument(junk: string, rootName: string): void {
  if (/<!\s*doctype/i.test(junk)) throw unreadable()
  for (const [, rawName = ''] of junk.matchAll(/<([^\s<>/="'!?&]+)/g)) {
    if (['resp', 'piddata', rootName].includes(localName(rawName))) throw unreadable()
  }
}

function refuse(): never {
  throw unreadable()
}

function unreadable(): RdError {
  return new RdError('unreadable')
}
