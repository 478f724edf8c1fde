/** The prefix '' stands for names without a prefix. */
export type Namespaces = ReadonlyMap<string, string>

export type XmlElement = {
  name: string
  localName: string
  namespace: string
  namespaces: Namespaces
  /** The values of the attributes by name including prefix, in canonical order and without namespace declarations. */
  attributes: ReadonlyMap<string, string>
  /** The child elements and the texts. A comment or a CDATA section splits a text into two. Comments are left out. */
  content: (XmlElement | string)[]
}

/**
 * Reads XML 1.0 with namespaces. Returns undefined if the text is not well-formed, or if it has a part that no answer
 * of the authority has, such as a document type, a processing instruction, an attribute with the prefix xml, a name
 * outside ASCII, white space in an end tag, or a comment or CDATA section inside the signature.
 */
export function parseStrictXml(text: string): XmlElement | undefined {
  try {
    return unusual.test(text) ? undefined : rootOf(text.replace(/\r\n?/g, '\n'))
  } catch {
    return undefined
  }
}

export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}

/**
 * The error when an exchange with the authority ended without a verdict. The message goes to the log, so it is a fixed
 * text without received content.
 */
export class BrokenAnswer extends Error {
  override name = 'BrokenAnswer'
}

/** The maximum number of "<" and quotes in a document, which also limits its depth. An answer has about 200. */
const markupLimit = 800

/**
 * Parses XML from outside. Throws BrokenAnswer if the XML has a document type, which could define entities, if it is
 * not well-formed, has too many or unusual parts, or if its root has another local name than `rootName`.
 */
export function readRootElement(text: string, rootName: string): XmlElement {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new BrokenAnswer(`${rootName} has a document type`)
  if ((text.match(/[<"']/g)?.length ?? 0) > markupLimit)
    throw new BrokenAnswer(`${rootName} has too many parts`)
  const root = parseStrictXml(text)
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

/**
 * Matches a character that XML forbids, and four characters that parsers read in different ways: three line ends of XML
 * 1.1, and the replacement character for a lost character.
 */
const unusual = /[^\t\n\r -\u0084\u0086-\u2027\u202A-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]/u

const name = '(?:[A-Za-z_][\\w.-]*:)?[A-Za-z_][\\w.-]*'
const equal = (value: string) => `[ \\t\\n]*=[ \\t\\n]*(?:"${value}"|'${value}')`
const declaration = new RegExp(
  `^<\\?xml[ \\t\\n]+version${equal('1\\.0')}(?:[ \\t\\n]+encoding${equal('[A-Za-z][\\w.-]*')})?` +
    `(?:[ \\t\\n]+standalone${equal('(?:yes|no)')})?[ \\t\\n]*\\?>`,
)
const attributes = new RegExp(`(${name})[ \\t\\n]*=[ \\t\\n]*(?:"([^"]*)"|'([^']*)')`, 'g')
const token = new RegExp(
  `<(?<start>${name})(?<written>(?:[ \\t\\n]+${name}[ \\t\\n]*=[ \\t\\n]*(?:"[^<"]*"|'[^<']*'))*)[ \\t\\n]*(?<empty>/?)>|` +
    `</(?<end>${name})>|<!\\[CDATA\\[(?<section>(?:(?!\\]\\]>)[^])+)\\]\\]>|` +
    `(?<comment><!--(?:[^-]|-[^-])*-->)|(?<characters>[^<]+)`,
  'y',
)
const malformed = new Error('malformed')

function rootOf(text: string): XmlElement | undefined {
  const roots: XmlElement[] = []
  const open: XmlElement[] = []
  token.lastIndex = declaration.exec(text)?.[0].length ?? 0
  while (token.lastIndex < text.length) {
    const {
      start,
      written = '',
      empty,
      end,
      section,
      comment,
      characters = '',
    } = token.exec(text)?.groups ?? {}
    const parent = open.at(-1)
    if (start !== undefined) {
      const element = elementOf(start, written, parent?.namespaces ?? new Map([['', '']]))
      const siblings: XmlElement['content'] = parent?.content ?? roots
      siblings.push(element)
      if (empty === '') open.push(element)
    } else if (end !== undefined) {
      if (open.pop()?.name !== end) throw malformed
    } else if (comment !== undefined || section !== undefined) {
      if (open.some(({ localName }) => localName === 'Signature')) throw malformed
      if (section !== undefined && parent === undefined) throw malformed
      if (section !== undefined) parent?.content.push(section)
    } else if (parent !== undefined && characters !== '' && !characters.includes(']]>')) {
      parent.content.push(decoded(characters))
    } else if (!/^[ \t\n]+$/.test(characters)) throw malformed
  }
  return open.length === 0 && roots.length === 1 ? roots[0] : undefined
}

function elementOf(tagName: string, written: string, inherited: Namespaces): XmlElement {
  const pairs = Array.from(
    written.matchAll(attributes),
    ([, key = '', quoted, value = quoted ?? '']) => [key, decoded(value.replace(/[\t\n]/g, ' '))] as const,
  )
  const namespaces = new Map(inherited)
  for (const [key, value] of pairs) if (/^xml/i.test(key)) namespaces.set(declaredPrefix(key, value), value)
  function namespaceOf(key: string): string {
    const namespace = namespaces.get(prefixOf(key))
    if (namespace === undefined) throw malformed
    return namespace
  }

  const others = pairs.filter(([key]) => !/^xml/i.test(key))
  // Canonical order sorts attributes by namespace, then by local name. An attribute without a prefix has no namespace.
  const ordered = new Map(
    others.map(pair => [`${prefixOf(pair[0]) && namespaceOf(pair[0])}\n${localNameOf(pair[0])}`, pair]),
  )
  if (ordered.size < others.length || new Map(pairs).size < pairs.length) throw malformed
  return {
    name: tagName,
    localName: localNameOf(tagName),
    namespace: namespaceOf(tagName),
    namespaces,
    attributes: new Map([...ordered].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)),
    content: [],
  }
}

/** Returns the prefix that `xmlns` or `xmlns:prefix` declares. Throws for every other name that begins with xml. */
function declaredPrefix(key: string, namespace: string): string {
  const [declares, prefix = ''] = /^xmlns(?::(?!xml)(.+))?$/.exec(key) ?? []
  if (declares === undefined || (prefix !== '' && namespace === '') || notDeclared.test(namespace))
    throw malformed
  return prefix
}

/** Matches namespaces that no element may declare: those of XML itself, and those with characters to be escaped. */
const notDeclared = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$|[&<"\t\n\r]/

function localNameOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}

function decoded(text: string): string {
  return text.replace(/&(#?\w*;?)/g, (_, reference: string) => {
    const code = Number(/^#(x[\dA-Fa-f]+|\d+);$/.exec(reference)?.[1]?.replace('x', '0x'))
    const character = entities.get(reference) ?? String.fromCodePoint(code)
    if (unusual.test(character)) throw malformed
    return character
  })
}

const entities = new Map(Object.entries({ 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }))
