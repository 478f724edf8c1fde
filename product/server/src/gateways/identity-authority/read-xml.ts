/** Namespaces by prefix; the prefix '' is for names without one. */
export type Namespaces = ReadonlyMap<string, string>

export type XmlElement = {
  /** The name with its prefix. */
  name: string
  localName: string
  namespace: string
  /** The namespaces in scope. */
  namespaces: Namespaces
  /** Values by the name with its prefix, in canonical order, without the declarations of namespaces. */
  attributes: ReadonlyMap<string, string>
  /** Comments and CDATA sections part a text; a comment itself is left out. */
  content: (XmlElement | string)[]
}

/**
 * Reads XML 1.0 with namespaces. Returns undefined if the text is not well-formed, and also if it has what no answer of
 * the authority has: a document type, a processing instruction, an attribute of the prefix xml, a name outside ASCII, white space in an end tag,
 * and inside the signature a comment or a CDATA section.
 */
export function readXml(text: string): XmlElement | undefined {
  if (unusual.test(text)) return undefined
  try {
    return rootOf(text.replace(/\r\n?/g, '\n'))
  } catch {
    return undefined
  }
}

/** Returns the prefix of a name; '' without one. */
export function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}

/**
 * Matches a character that XML forbids, and four that parsers read in two ways: three ends of a line of XML 1.1, and
 * the sign of a lost character.
 */
const unusual = /[^\t\n\r -\u0084\u0086-\u2027\u202A-\uD7FF\uE000-\uFFFC\u{10000}-\u{10FFFF}]/u

const name = '[A-Za-z_][\\w.-]*'
const qualified = `((?:${name}:)?${name})`
const space = '[ \\t\\n]'
const equal = (value: string) => `${space}*=${space}*(?:"${value}"|'${value}')`
const declaration = new RegExp(
  `<\\?xml${space}+version${equal('1\\.0')}(?:${space}+encoding${equal('[A-Za-z][\\w.-]*')})?` +
    `(?:${space}+standalone${equal('(?:yes|no)')})?${space}*\\?>`,
  'y',
)
const startTag = new RegExp(`<${qualified}`, 'y')
const attribute = new RegExp(`${space}+${qualified}${space}*=${space}*(?:"([^<"]*)"|'([^<']*)')`, 'y')
const startTagEnd = new RegExp(`${space}*(/?)>`, 'y')
const endTag = new RegExp(`</${qualified}>`, 'y')
const commentOrSection = /<!(--|\[CDATA\[)/y
const commentEnd = /-->/y
const sectionEnd = /\]\]>/y

const malformed = new Error('malformed')

function rootOf(text: string): XmlElement {
  let at = 0
  let root: XmlElement | undefined
  const open: XmlElement[] = []

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }

  /** Takes the text before this mark; without the mark, all that is left. */
  function takeUntil(mark: string): string {
    const end = text.indexOf(mark, at)
    const taken = text.slice(at, end < 0 ? undefined : end)
    at += taken.length
    return taken
  }

  function takeElement(elementName: string, parent: XmlElement | undefined): void {
    const written = new Map<string, string>()
    for (let found = take(attribute); found; found = take(attribute)) {
      const [, key = '', quoted, value = quoted ?? ''] = found
      if (written.has(key)) throw malformed
      written.set(key, decoded(value.replace(/[\t\n]/g, ' ')))
    }
    const end = take(startTagEnd)
    if (!end || (root && !parent)) throw malformed
    const element = elementOf(elementName, written, parent?.namespaces ?? new Map())
    root ??= element
    parent?.content.push(element)
    if (end[1] === '') open.push(element)
  }

  function takeCommentOrSection(isComment: boolean, parent: XmlElement | undefined): void {
    const inside = takeUntil(isComment ? '--' : ']]>')
    if (!take(isComment ? commentEnd : sectionEnd)) throw malformed
    if (open.some(({ localName }) => localName === 'Signature')) throw malformed
    if (isComment) return
    if (!parent || inside === '') throw malformed
    parent.content.push(inside)
  }

  function takeText(parent: XmlElement | undefined): void {
    const characters = takeUntil('<')
    if (parent ? characters.includes(']]>') : /[^ \t\n]/.test(characters)) throw malformed
    parent?.content.push(decoded(characters))
  }

  take(declaration)
  while (at < text.length) {
    const parent = open.at(-1)
    const start = take(startTag)
    const special = start ? null : take(commentOrSection)
    if (start) takeElement(start[1] ?? '', parent)
    else if (special) takeCommentOrSection(special[1] === '--', parent)
    else if (text[at] !== '<') takeText(parent)
    else {
      const end = take(endTag)
      if (!end || end[1] !== open.pop()?.name) throw malformed
    }
  }
  if (!root || open.length > 0) throw malformed
  return root
}

/** @param written the attributes as they stand in the tag, declarations of namespaces among them */
function elementOf(tagName: string, written: ReadonlyMap<string, string>, inherited: Namespaces): XmlElement {
  const namespaces = new Map(inherited)
  for (const [key, value] of written)
    if (isDeclaration(key)) namespaces.set(declaredPrefix(key, value), value)

  function namespaceOf(prefix: string): string {
    const namespace = namespaces.get(prefix)
    if (namespace === undefined && prefix !== '') throw malformed
    return namespace ?? ''
  }

  const attributes = [...written].filter(([key]) => !isDeclaration(key))
  // Canonical order is by namespace, then by name; a name without a prefix has no namespace here.
  const keys = new Map(
    attributes.map(pair => {
      const prefix = prefixOf(pair[0])
      return [`${prefix && namespaceOf(prefix)}\n${localNameOf(pair[0])}`, pair]
    }),
  )
  if (keys.size < attributes.length) throw malformed
  return {
    name: tagName,
    localName: localNameOf(tagName),
    namespace: namespaceOf(prefixOf(tagName)),
    namespaces,
    attributes: new Map(
      [...keys].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, pair]) => pair),
    ),
    content: [],
  }
}

function isDeclaration(key: string): boolean {
  return /^xml/i.test(key)
}

/** Returns the prefix that `xmlns` or `xmlns:prefix` declares. Throws on every other name that begins with xml. */
function declaredPrefix(key: string, namespace: string): string {
  const [declares, prefix = ''] = /^xmlns(?::(?!xml)(.+))?$/.exec(key) ?? []
  if (declares === undefined || (prefix !== '' && namespace === '') || notDeclared.test(namespace))
    throw malformed
  return prefix
}

/** Matches XML's own namespaces, and characters that canonical form would escape. */
const notDeclared = /^http:\/\/www\.w3\.org\/(?:XML\/1998\/namespace|2000\/xmlns\/)$|[&<"\t\n\r]/

function localNameOf(key: string): string {
  return key.slice(key.indexOf(':') + 1)
}

/** Replaces references to characters; XML's own five are the only entities. */
function decoded(text: string): string {
  return text.replace(/&(#?\w*;?)/g, (_, reference: string) => {
    const code = Number(/^#(x[\dA-Fa-f]+|\d+);$/.exec(reference)?.[1]?.replace('x', '0x'))
    const character = entities.get(reference) ?? String.fromCodePoint(code)
    if (unusual.test(character)) throw malformed
    return character
  })
}

const entities = new Map([
  ['amp;', '&'],
  ['lt;', '<'],
  ['gt;', '>'],
  ['quot;', '"'],
  ['apos;', "'"],
])
