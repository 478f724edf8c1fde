import { createHash, type KeyObject, sign } from 'node:crypto'

import { canonicalXml, readRootElement, type XmlElement } from '@ekyc/signed-xml'

import type { SeededRandom } from '../fixed/seeded-random.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

type How = {
  hash: string
  digestHash: string
  canonicalization: string
  /** The transform after the enveloped-signature transform. If undefined, inclusive canonicalization applies. */
  transform?: string
  prefix: string
}

/** Makes a random KycRes and signs it by the product's own canonical form, which xml-crypto then has to confirm. */
export function signedDocument(random: SeededRandom, key: KeyObject): string {
  const how: How = {
    hash: random.pick(['sha256', 'sha256', 'sha512']),
    digestHash: random.pick(['sha256', 'sha512']),
    canonicalization: random.pick([inclusive, exclusive]),
    ...random.pick<{ transform?: string }>([{}, { transform: inclusive }, { transform: exclusive }]),
    prefix: random.pick(['', '', 'ds', 'ns2']),
  }
  // The document contains `xmlns=""` only in inclusive form, because xml-crypto writes it twice in exclusive form.
  const isDefaultUndeclared = how.canonicalization === inclusive && how.transform !== exclusive
  const document = randomElement(random, 'KycRes', { depth: 0, prefixes: [''], isDefaultUndeclared })
  return signedAs(random, document, key, how)
}

const namespaces = ['urn:a', 'urn:b', 'http://www.uidai.gov.in/kyc/uid-kyc-response/1.0', 'urn:d e>f']
const words = [
  'ret',
  'txn',
  'Y',
  'Asha & Co',
  '<',
  '>',
  '"',
  "'",
  'मंत्र',
  '👍',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r',
  ']]',
  'AAAA',
  '\u00A0',
]

function randomElement(
  random: SeededRandom,
  localName: string,
  scope: { depth: number; prefixes: string[]; isDefaultUndeclared: boolean },
): string {
  const prefixes = [...scope.prefixes]
  const declared: string[] = []
  for (const prefix of ['', 'k', 'n2', 'ds'])
    if (random.chance(0.15)) {
      const namespace =
        prefix === '' && scope.isDefaultUndeclared && random.chance(0.3) ? '' : random.pick(namespaces)
      declared.push(` xmlns${prefix && ':'}${prefix}="${escaped(namespace)}"`)
      if (!prefixes.includes(prefix)) prefixes.push(prefix)
    }
  const attributes = ['ret', 'txn', 'code', 'ts', 'info'].filter(() => random.chance(0.4))
  const prefixed = prefixes.find(prefix => prefix !== '' && random.chance(0.2))
  const names = [...attributes, ...(prefixed ? [`${prefixed}:${random.pick(['ret', 'lang'])}`] : [])]
  const written = [...declared, ...names.map(name => ` ${name}="${escaped(text(random))}"`)]
  const prefix = random.pick(prefixes)
  const name = `${prefix && `${prefix}:`}${localName}`
  const parts = Array.from({ length: random.below(4) }, () =>
    scope.depth < 3 && random.chance(0.6)
      ? randomElement(random, random.pick(['UidData', 'Poi', 'Poa', 'Pht', 'Rar']), {
          ...scope,
          depth: scope.depth + 1,
          prefixes,
        })
      : escaped(text(random)),
  )
  return `<${name}${shuffled(random, written).join('')}>${parts.join('')}</${name}>`
}

function text(random: SeededRandom): string {
  return Array.from({ length: random.below(4) }, () => random.pick(words)).join('')
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;')
}

export function shuffled<T>(random: SeededRandom, list: readonly T[]): T[] {
  return list
    .map(each => ({ each, at: random.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

/** Adds a signature as other programs write it: with white space, ids and line breaks, first or last in the root. */
function signedAs(random: SeededRandom, document: string, key: KeyObject, how: How): string {
  const p = how.prefix && `${how.prefix}:`
  const gap = () => random.pick(['', '', '\n  ', '&#13;\n'])
  const id = () => random.pick(['', '', ' Id="s-1"'])
  const method = (name: string, algorithm: string) =>
    `${gap()}<${p}${name} Algorithm="${algorithm}">${random.pick(['', ''])}</${p}${name}>${gap()}`
  const signs = `http://www.w3.org/2001/04/xmldsig-more#rsa-${how.hash}`
  const digests = `http://www.w3.org/2001/04/xmlenc#${how.digestHash}`
  const transforms = [`${dsig}enveloped-signature`, ...(how.transform ? [how.transform] : [])]
  const signature =
    `<${p}Signature xmlns${p && ':'}${how.prefix}="${dsig}"${id()}>${gap()}<${p}SignedInfo${id()}>` +
    `${method('CanonicalizationMethod', how.canonicalization)}${method('SignatureMethod', signs)}` +
    `<${p}Reference${id()} URI="">${gap()}<${p}Transforms>${transforms.map(each => method('Transform', each)).join('')}</${p}Transforms>` +
    `${method('DigestMethod', digests)}<${p}DigestValue>DIGEST</${p}DigestValue>${gap()}</${p}Reference>${gap()}</${p}SignedInfo>` +
    `${gap()}<${p}SignatureValue${id()}>VALUE</${p}SignatureValue>${gap()}` +
    `${random.pick(['', `<${p}KeyInfo><${p}X509Data/></${p}KeyInfo>`])}${gap()}</${p}Signature>`
  const places = [document.indexOf('>') + 1, document.lastIndexOf('</')]
  const place = random.pick(places)
  const unsigned = document.slice(0, place) + signature + document.slice(place)
  const root = readRootElement(unsigned, 'KycRes')
  const content = root.content.filter(part => typeof part === 'string' || part.localName !== 'Signature')
  const octets = canonicalXml({ ...root, content }, how.transform === exclusive)
  const digested = unsigned.replace('DIGEST', createHash(how.digestHash).update(octets).digest('base64'))
  const signedInfo = canonicalXml(
    childOf(childOf(readRootElement(digested, 'KycRes'), 'Signature'), 'SignedInfo'),
    how.canonicalization === exclusive,
  )
  const value = sign(how.hash, Buffer.from(signedInfo), key).toString('base64')
  return digested.replace(
    'VALUE',
    random.pick([value, value.replace(/.{76}/g, '$&\n'), value.replace(/.{76}/g, '$&&#13;\n')]),
  )
}

function childOf(element: XmlElement, localName: string): XmlElement {
  const child = element.content.find(part => typeof part !== 'string' && part.localName === localName)
  if (child === undefined || typeof child === 'string') throw new Error(`no ${localName}`)
  return child
}
