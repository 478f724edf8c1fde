import { readBase64 } from './base64.ts'
import { momentAtHead } from './pid-data.ts'
import { decoded, localName, resolved } from './xml.ts'

/** A redacted answer or request, as a support case keeps it: the structure of its XML, and only harmless values. */
export type RedactedText = {
  text: string
  /** True if no encoding fits the original bytes. A replay then also sends bytes that no encoding fits. */
  undecodable?: true
}

/**
 * Redacts an answer or a request. Keeps the names in the lists `elements` and `values`, and redacts an attribute's
 * value by its function in `values`. Every other value or text keeps its length (up to a limit), the kinds of its
 * characters and the time in Data, but no other content. Reads tags as `readXml` does. Keeps the faults for which
 * `readXml` refuses a text, so that `readXml` refuses a replay for the same reason.
 */
export function redacted(bytes: Uint8Array): RedactedText {
  const { source, isDecodable } = textOf(bytes)
  let text = ''
  for (const token of source.matchAll(tokens)) {
    if (text.length < maxLength) text += redactedToken(token)
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

/** Matches a comment, CDATA, an instruction, a DOCTYPE, a tag, a text, or a '<' that begins none of these. */
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
  const element = localName(name)
  const kept = elements.has(element) ? name.slice(-element.length) : masked(element)
  return `<${end}${kept}${redactedAttributes(element, inside)}${empty}>`
}

/** Redacts a tag's attributes. Unknown names become numbered names, because two equal names would be invalid XML. */
function redactedAttributes(element: string, source: string): string {
  const found = [...source.matchAll(attributes)]
    .map(([, name = '', double, single]) => ({
      name: localName(name),
      value: double ?? single ?? '',
      isXmlns: /^xmlns(?::|$)/i.test(name),
    }))
    .filter(({ isXmlns }) => !isXmlns)
  const unknown = [...new Set(found.map(({ name }) => name).filter(name => !values.has(name)))]
  const param =
    found
      .find(({ name }) => name === 'name')
      ?.value.trim()
      .toLowerCase() ?? ''
  const isHidden = (name: string) =>
    element === 'param' ? name === 'value' && !shownParams.has(param) : name === 'name' || name === 'value'
  return found
    .map(({ name, value }) => {
      const kept = values.has(name) ? name : `x${unknown.indexOf(name) + 1}`
      return ` ${kept}="${escaped(value, (isHidden(name) ? undefined : values.get(name)) ?? blanked)}"`
    })
    .join('')
}

const shownParams = new Set(['device_type', 'modality_type'])

const elements = new Set(
  'rdservice interface piddata resp deviceinfo additional_info param skey hmac data pidoptions opts custopts html head title body script h1 p div'.split(
    ' ',
  ),
)

const counts = form(/^\s*-?\d{0,3}(?:\.\d{0,2})?(?:,-?\d{0,3}(?:\.\d{0,2})?){0,9}\s*$/)

/** The attributes whose names stay, with the functions that redact their values or blank those of a wrong form. */
const values = new Map<string, (value: string) => string>([
  ...[
    'fcount',
    'ftype',
    'icount',
    'itype',
    'pcount',
    'ptype',
    'nmpoints',
    'qscore',
    'format',
    'pidver',
    'ver',
  ].map(name => [name, counts] as const),
  ...['status', 'info', 'errinfo', 'errcode'].map(name => [name, redactedWords] as const),
  ...['id', 'name', 'value', 'type', 'env'].map(
    name => [name, form(/^[a-z\d_]{0,24}$/i, redactedWords)] as const,
  ),
  ...['dpid', 'rdsid', 'rdsver'].map(name => [name, form(/^[\w.\- ]{0,40}$/, eachWord)] as const),
  ...['dc', 'mc'].map(name => [name, blanked] as const),
  ['mi', form(/^[\w.\- ]{0,24}$/, withoutNumbers)],
  ['ci', form(/^\s*20\d{6}\s*$/)],
  ['timeout', form(/^\d{0,5}$/)],
  ['posh', form(/^[A-Z_,]{0,200}$/)],
  ['path', form(/^[\w.\-/:?=& ]{0,200}$/, eachWord)],
])

function form(pattern: RegExp, rule = (value: string) => value): (value: string) => string {
  return value => (pattern.test(value) ? rule(value) : blanked(value))
}

/** Masks every part of a sentence that may be a key, an e-mail address, or the number of a person or a device. */
export function redactedWords(sentence: string): string {
  return eachWord(
    sentence
      .slice(0, maxValueLength)
      .replace(/\S*@\S*|[\w+/=-]{24,}/g, masked)
      .replace(/\p{N}(?:\.?\p{N}){5,}/gu, masked),
  ).replace(/\p{C}/gu, characterOf)
}

function eachWord(text: string): string {
  return withoutNumbers(text).replace(/[\p{L}\p{M}\p{N}_]+/gu, each =>
    isHarmless(each) ? each : masked(each),
  )
}

function withoutNumbers(text: string): string {
  return text.replace(/\p{N}(?:[\s\-/]?\p{N}){5,}/gu, masked)
}

function isHarmless(each: string): boolean {
  if (/^\p{N}{0,5}$/u.test(each)) return true
  const digits = each.match(/\p{N}/gu)?.length ?? 0
  return each.length <= (digits === 0 ? 24 : 6) && digits < 4
}

/** Blanks a value. Long base64 becomes zeros of the same length (at most 500 bytes), but keeps the time of Data. */
function blanked(value: string): string {
  const bytes = value.trim().length < 24 ? undefined : readBase64(value)?.bytes
  if (!bytes) return masked(value)
  const head = momentAtHead(bytes)
  const zeros = '\0'.repeat(Math.min(bytes.length, maxValueLength) - head.length)
  return btoa(head + zeros)
}

function masked(value: string): string {
  return value
    .slice(0, maxValueLength)
    .replace(/[\w+/=-]{12,}/g, key => 'A'.repeat(key.length))
    .replace(/[^]/gu, characterOf)
}

/** Masks a letter as 'A', a digit as '0', other non-ASCII as '?', and a character that XML forbids as U+0001. */
function characterOf(character: string): string {
  if (/\p{L}/u.test(character)) return 'A'
  if (/\p{N}/u.test(character)) return '0'
  if (/[\t\n\r -~]/.test(character)) return character
  return /[ -\ufffd]|[\u{10000}-\u{10ffff}]/u.test(character) ? '?' : '\u0001'
}

/** Applies `rule` to the value without its XML escapes. If `readXml` refuses the value, it also refuses the result. */
function escaped(value: string, rule: (value: string) => string): string {
  try {
    return rule(resolved(value)).replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
  } catch {
    return '&unknown;'
  }
}
