import type { SeededRandom } from '../fixed/seeded-random.ts'
import { shuffled } from './signed-documents.ts'

/** Rewrites a signed document in a random form with the same content, so that its signature stays valid. */
export function writtenOtherwise(random: SeededRandom, document: string): string {
  const closed = document.replace(
    /<([\w:.-]+)((?: [^<>]*[^<>/])?)><\/\1>/g,
    (empty, name: string, attributes: string) => (random.chance(0.4) ? `<${name}${attributes}/>` : empty),
  )
  const tokens = closed.split(/(<[^>]*>)/)
  let isInSignature = false
  const written = tokens.map((token, index) => {
    if (/^<(?:\w+:)?Signature[ >]/.test(token)) isInSignature = true
    const isMine = !isInSignature
    if (/^<\/(?:\w+:)?Signature>/.test(token)) isInSignature = false
    if (index === 0 || index === tokens.length - 1) return ''
    if (token.startsWith('</')) return token
    if (token.startsWith('<')) return tag(random, token)
    return isMine ? characters(random, token) : lines(random, token)
  })
  return outside(random, written.join(''))
}

function tag(random: SeededRandom, token: string): string {
  const attributes = token.match(/ [\w:.-]+="[^"]*"/g) ?? []
  const name = /^<[\w:.-]+/.exec(token)?.[0] ?? ''
  const others = shuffled(random, attributes).map(attribute => {
    const value = attribute.replace(/ [^=]*=/, '')
    const equal = random.pick(['=', '=', ' =', '=\n'])
    const quoted = value.includes("'") || random.chance(0.7) ? value : `'${value.slice(1, -1)}'`
    const isAddress = attribute.startsWith(' xmlns')
    return `${random.pick([' ', ' ', '  ', '\r\n\t'])}${attribute.slice(1, attribute.indexOf('='))}${equal}${isAddress ? quoted : referenced(random, quoted)}`
  })
  return `${name}${others.join('')}${random.pick(['', '', ' ', '\n'])}${token.endsWith('/>') ? '/>' : '>'}`
}

function referenced(random: SeededRandom, text: string): string {
  return text.replace(/&[^;]*;|[\w ]/g, character =>
    !character.startsWith('&') && random.chance(0.05)
      ? random.pick([`&#${character.codePointAt(0)};`, `&#x${character.codePointAt(0)?.toString(16)};`])
      : character,
  )
}

function characters(random: SeededRandom, text: string): string {
  if (text !== '' && !text.includes('&') && random.chance(0.1)) return `<![CDATA[${lines(random, text)}]]>`
  const parts = referenced(random, lines(random, text)).split(/(&[^;]*;)/)
  return parts.map(part => (random.chance(0.05) ? `${part}<!-- & < ]]> -->` : part)).join('')
}

function lines(random: SeededRandom, text: string): string {
  return random.chance(0.5) ? text.replace(/(?<!\r)\n/g, random.pick(['\r\n', '\r'])) : text
}

function outside(random: SeededRandom, document: string): string {
  const declaration = random.pick([
    '',
    '<?xml version="1.0"?>',
    `<?xml version='1.0' encoding='utf-8' ?>\r\n`,
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<?xml version="1.0" encoding="utf-16"?>\n',
  ])
  const misc = () => random.pick(['', '', '\n', '<!-- a -->', ' \r\n<!----> '])
  return `${declaration}${misc()}${document}${misc()}`
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const fragments = [
  '<', '>', '&', '"', "'", '/', '=', '<!--', '-->', '--', '<![CDATA[', ']]>', '<![CDATA[]]>', '<?x y?>',
  '<?xml version="1.0"?>', '<!DOCTYPE KycRes>', '<!ENTITY x "y">', '&x;', '&amp;', '&amp', '&#0;', '&#xD;', '&#13;',
  '&#x85;', '&#xFFFD;', '&#xD800;', '&#x110000;', '&#65', '&#X41;', '\r', '\n', '\t', ' ', '\u0085', '\u2028',
  '\u2029', '\uFFFD', '\uFEFF', '\u0000', '\u000B', '\u00A0', '\u0080', 'é', '👍', '\uD83D', ' xmlns=""',
  ' xmlns="urn:a"', ' xmlns:k="urn:b"', ' xmlns:k=""', ' xmlns:ds="urn:a"', ` xmlns:q="${dsig}"`,
  ' xmlns:xml="urn:a"', ' xmlnsx="1"', ' xml:lang="en"', ' xml:space="preserve"', ' ret="Y"', ' k:ret="Y"', ' Id="x"',
  " a='b'", ' a=b', ' a', ' __proto__="1"', ' constructor="1"', '<Signature/>', `<Signature xmlns="${dsig}"/>`,
  '<Object/>', '<a/>', '<a></a>', '<k:a/>', '</KycRes>', '<KycRes>', '<KycRes/>', '<SignedInfo/>',
  '<x:KycRes xmlns:x="urn:a"/>', '<InclusiveNamespaces PrefixList="k"/>',
  `<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="k ds"/>`,
  '<HMACOutputLength>8</HMACOutputLength>',
] // oxfmt-ignore
const exchanged = [
  ['#rsa-sha256', '#rsa-sha512', '#rsa-sha1', '#hmac-sha256', '#ecdsa-sha256', '#constructor'],
  ['xmlenc#sha256', 'xmlenc#sha512', 'xmldsig#sha1'],
  ['REC-xml-c14n-20010315', 'REC-xml-c14n-20010315#WithComments', '2006/12/xml-c14n11'],
  ['xml-exc-c14n#', 'xml-exc-c14n#WithComments'],
  ['URI=""', 'URI="#x"', '', 'URI="" Id="x"', 'URI="" Type="y"'],
  ['#enveloped-signature', '#base64', ''],
  ['KeyInfo', 'Object', 'SignatureValue'],
  ['Transform', 'Transforms', 'Foo'],
  ['xmlns', 'xmlns:k', 'Xmlns', 'a'],
]

/** Damages a document at random, as an attacker or an accident might. */
export function damaged(random: SeededRandom, document: string): string {
  const copy = random.pick(damages)(random, document)
  return copy === document ? damaged(random, document) : copy
}

const damages: ((random: SeededRandom, document: string) => string)[] = [
  (_, document) => document.replace(/(<\/[\w:]+)>/, '$1 >'),
  (random, document) => inserted(document, random.below(document.length + 1), random.pick(fragments)),
  (random, document) => inserted(document, atTag(random, document), random.pick(fragments)),
  (random, document) => inserted(document, atTag(random, document), random.pick(fragments)),
  (random, document) => {
    const at = random.below(document.length)
    return document.slice(0, at) + document.slice(at + 1 + random.below(random.pick([1, 5, 80])))
  },
  (random, document) => {
    const at = random.below(document.length)
    return document.slice(0, at) + random.pick('<>&"\'/= :aAxX1\n\r#;-![]'.split('')) + document.slice(at + 1)
  },
  (random, document) => {
    const list = random.pick(exchanged)
    const from = random.pick(list)
    return from === '' ? document : document.replace(from, () => random.pick(list))
  },
  // The next three functions copy an element, move an element, and wrap the document together with a copied element.
  (random, document) => inserted(document, atTag(random, document), elementIn(random, document)),
  (random, document) => {
    const element = elementIn(random, document)
    const without = document.replace(element, '')
    return inserted(without, atTag(random, without), element)
  },
  (random, document) =>
    `<KycRes>${elementIn(random, document)}${document.replace(/^<\?.*?\?>/, '')}</KycRes>`,
  (random, document) =>
    document.replace(/(<(?:\w+:)?Signature[ >])/, `${random.pick(['<!-- -->', 'x', ' ', '\n', '<a/>'])}$1`),
  (random, document) =>
    document.replace(
      /(SignatureValue[^>]*>[^<]{0,90})/,
      `$1${random.pick(['<!-- -->', ' ', '\n', '<a/>', '<![CDATA[AA]]>', '&#13;', '='])}`,
    ),
  (random, document) =>
    document.replace(
      /(DigestValue>)([^<]*)/,
      (_, start: string, value: string) =>
        start +
        random.pick([
          ` ${value}`,
          `${value}\n`,
          `<![CDATA[${value}]]>`,
          `<!-- -->${value}`,
          value.slice(1),
          `${value}=`,
        ]),
    ),
  (random, document) =>
    document.replace(random.pick(['k:', 'ds:', 'n2:', 'ns2:']), random.pick(['', 'k:', 'ds:', 'z:', 'xml:'])),
  (random, document) =>
    document.replace(
      /="([^"]*)"/,
      (_, value: string) => `="${value}${random.pick(['x', ' ', '\n', '&#10;'])}"`,
    ),
]

function inserted(document: string, at: number, fragment: string): string {
  return document.slice(0, at) + fragment + document.slice(at)
}

/** Returns a random position before, after or inside a tag. A parser is most likely to read a fragment there. */
function atTag(random: SeededRandom, document: string): number {
  const places = [...document.matchAll(/<|>|(?=[ />])/g)].map(
    ({ index, 0: found }) => index + (found === '>' ? 1 : 0),
  )
  return places.length === 0 ? 0 : random.pick(places)
}

function elementIn(random: SeededRandom, document: string): string {
  const starts = [...document.matchAll(/<([\w:.-]+)[^<>]*>/g)]
  if (starts.length === 0) return ''
  const { index, 0: start, 1: name } = random.pick(starts)
  if (start.endsWith('/>')) return start
  const end = document.indexOf(`</${name}>`, index)
  return end < 0 ? start : document.slice(index, end + `</${name}>`.length)
}
