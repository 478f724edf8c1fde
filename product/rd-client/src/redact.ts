import { readBase64 } from './base64.ts'
import { momentAtHead } from './pid-data.ts'
import { decoded } from './xml.ts'

/** An answer as a case keeps it: its structure, and the values that are known to be harmless. */
export type RedactedText = {
  text: string
  /** Set where the bytes fit no encoding: a replay sends them so, too. */
  undecodable?: true
  /** Set where the text went on. */
  cut?: true
}

/**
 * Redacts an answer or a request by lists of what may stay: the standard's elements and attributes by name, and their values
 * by form. Every other value keeps its kind and length, up to a limit, and nothing of its content. It reads tags as
 * `readXml` does, and also what `readXml` refuses, so that a replay is refused for the same reason.
 */
export function redacted(bytes: Uint8Array): RedactedText {
  const { source, isDecodable } = textOf(bytes)
  let text = ''
  for (const token of source.matchAll(tokens)) {
    if (text.length > maxLength) return { text, cut: true }
    text += redactedToken(token)
  }
  return isDecodable ? { text } : { text, undecodable: true }
}

export function redactedPath(path: string): string {
  return eachWord(path.slice(0, maxValueLength))
}

const maxLength = 16_384
const maxValueLength = 500

function textOf(bytes: Uint8Array): { source: string; isDecodable: boolean } {
  try {
    return { source: decoded(bytes), isDecodable: true }
  } catch {
    return { source: new TextDecoder('latin1').decode(bytes), isDecodable: false }
  }
}

/** Matches comments, CDATA, instructions, declarations, tags and texts; a '<' that begins none of them alone. */
const tokens =
  /(<!--)[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(\]\]>|$)|(<\?)[\s\S]*?(?:\?>|$)|(<!\s*doctype)[^>]*>?|<(\/?)([^\s<>/="'!?&]+)((?:\s*[^\s<>/="'&]+\s*=\s*(?:"[^"]*"|'[^']*')){0,64})\s*(\/?)>|(<)|([^<]+)/gi
const attributes = /([^\s<>/="'&]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function redactedToken(token: RegExpExecArray): string {
  const [whole, comment, cdata, cdataEnd, instruction, doctype, end, name, inside = '', empty, angle, text] =
    token
  if (comment !== undefined) return whole.endsWith('-->') ? '<!---->' : '<!--'
  if (cdata !== undefined) return cdataEnd === '' ? '<![CDATA[' : escaped(cdata, blanked)
  if (instruction !== undefined) return whole.endsWith('?>') ? '<?xml?>' : '<?xml'
  if (doctype !== undefined) return '<!DOCTYPE>'
  if (angle !== undefined) return '<'
  if (name === undefined) return escaped(text ?? '', blanked)
  return `<${end}${keptName(name)}${redactedAttributes(name, inside)}${empty}>`
}

/** Unknown attributes are numbered, because two of one name would make the answer unreadable. */
function redactedAttributes(element: string, source: string): string {
  const found = [...source.matchAll(attributes)].map(([, name = '', double, single]) => ({
    name,
    value: double ?? single ?? '',
  }))
  const unknown = [...new Set(found.map(({ name }) => name).filter(name => !isKnown(name)))]
  const param = found
    .find(({ name }) => localName(name) === 'name')
    ?.value.trim()
    .toLowerCase()
  return found
    .map(({ name, value }) => {
      if (/^xmlns(?::|$)/i.test(name)) return ''
      const rule = isValueOf(localName(element), localName(name), param)
        ? values.get(localName(name))
        : undefined
      const kept = isKnown(name) ? name.slice(name.lastIndexOf(':') + 1) : `x${unknown.indexOf(name) + 1}`
      return ` ${kept}="${escaped(value, rule ?? blanked)}"`
    })
    .join('')
}

/** The value of a Param stays only where its name says what it is. */
function isValueOf(element: string, attribute: string, param: string | undefined): boolean {
  if (element === 'param')
    return attribute === 'name' || (attribute === 'value' && shownParams.has(param ?? ''))
  return attribute !== 'value' && attribute !== 'name'
}

const shownParams = new Set(['device_type', 'modality_type'])

const elements = new Set(
  'rdservice interface piddata resp deviceinfo additional_info param skey hmac data pidoptions opts custopts html head title body script h1 p div'.split(' '),
) // prettier-ignore

const counts = form(/^\s*-?\d{0,3}(?:\.\d{0,2})?(?:,-?\d{0,3}(?:\.\d{0,2})?){0,9}\s*$/)

/** The attributes that a case shows. A value of another form than its attribute's is blanked. */
const values = new Map<string, (value: string) => string>([
  ...['fcount', 'ftype', 'icount', 'itype', 'pcount', 'ptype', 'nmpoints', 'qscore', 'format', 'pidver', 'ver'].map(
    name => [name, counts] as const,
  ),
  ...['status', 'info', 'errinfo', 'errcode'].map(name => [name, redactedWords] as const),
  ...['id', 'name', 'value', 'type', 'env'].map(name => [name, form(/^[a-z\d_]{0,24}$/i, redactedWords)] as const),
  ...['dpid', 'rdsid', 'rdsver'].map(name => [name, form(/^[\w.\- ]{0,40}$/, eachWord)] as const),
  ['mi', form(/^[\w.\- ]{0,24}$/, withoutNumbers)],
  ['ci', form(/^\s*20\d{6}\s*$/)],
  ['timeout', form(/^\d{0,5}$/)],
  ['posh', form(/^[A-Z_,]{0,200}$/)],
  ['path', form(/^[\w.\-/:?=& ]{0,200}$/, eachWord)],
]) // prettier-ignore

function form(pattern: RegExp, rule = (value: string) => value): (value: string) => string {
  return value => (pattern.test(value) ? rule(value) : blanked(value))
}

/** Keeps a sentence without what may be a number of a person or a device, an address or a key. */
export function redactedWords(sentence: string): string {
  return eachWord(
    sentence
      .slice(0, maxValueLength)
      .replace(/\S*@\S*|[\w+/=-]{24,}/g, masked)
      .replace(/\p{N}(?:\.?\p{N}){5,}/gu, masked),
  ).replace(/\p{C}/gu, characterOf)
}

function eachWord(text: string): string {
  return withoutNumbers(text).replace(/[\p{L}\p{M}\p{N}_]+/gu, each => (isHarmless(each) ? each : masked(each)))
} // prettier-ignore

function withoutNumbers(text: string): string {
  return text.replace(/\p{N}(?:[\s\-/]?\p{N}){5,}/gu, masked)
}

function isHarmless(each: string): boolean {
  if (/^\p{N}{0,5}$/u.test(each)) return true
  const digits = each.match(/\p{N}/gu)?.length ?? 0
  return each.length <= (digits === 0 ? 24 : 6) && digits < 4
}

/** Blanks a value: base64 becomes zeros of its length, of which the time at the head of Data stays. */
function blanked(value: string): string {
  const bytes = value.trim().length < 24 ? undefined : readBase64(value)?.bytes
  if (!bytes) return masked(value)
  const head = momentAtHead(bytes)
  const zeros = '\0'.repeat(Math.min(bytes.length, maxValueLength) - head.length)
  return btoa(head + zeros)
}

function masked(value: string): string {
  return value.slice(0, maxValueLength).replace(/[^]/gu, characterOf)
}

/** Stands for a character of its kind. One that XML forbids stays forbidden. */
function characterOf(character: string): string {
  if (/\p{L}/u.test(character)) return 'A'
  if (/\p{N}/u.test(character)) return '0'
  if (/[\t\n\r -~]/.test(character)) return character
  return /[ -\ufffd]|[\u{10000}-\u{10ffff}]/u.test(character) ? '?' : '\u0001'
}

/** Applies a rule to what a value says, and writes it as XML. Entities that XML does not know stay unknown. */
function escaped(value: string, rule: (value: string) => string): string {
  let unknown = ''
  const said = value.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][\w.-]{0,31}));/g, (whole, decimal, hex, name) => {
    const known = name === undefined ? characterAt(hex === undefined ? Number(decimal) : parseInt(hex, 16)) : entities.get(whole)
    if (known === undefined) unknown = name === undefined ? '&#0;' : '&x;'
    return known ?? ''
  }) // prettier-ignore
  return rule(said).replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`) + unknown
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
])

function characterAt(code: number): string | undefined {
  const isLegal = code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff) && characterOf(String.fromCodePoint(code)) !== '\u0001'
  return isLegal ? String.fromCodePoint(code) : undefined
} // prettier-ignore

function keptName(name: string): string {
  const local = name.slice(name.lastIndexOf(':') + 1)
  return elements.has(local.toLowerCase()) ? local : masked(local)
}

function isKnown(attribute: string): boolean {
  return values.has(localName(attribute)) || localName(attribute) === 'dc' || localName(attribute) === 'mc'
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase()
}
