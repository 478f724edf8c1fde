import { createHash, verify, type KeyObject, type X509Certificate } from 'node:crypto'

import {
  BrokenAnswer,
  childOf,
  childrenOf,
  parseBase64,
  readRootElement,
  prefixOf,
  type Namespaces,
  type XmlElement,
} from './read-xml.ts'

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const declaration = ` xmlns="${dsig}"`
/** The hash of each accepted signature method. SHA-1 is not accepted, because attackers can compute collisions. */
const signatureHashes = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', 'sha512'],
])
const digestHashes = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

/**
 * Returns the root element without its signature, or throws BrokenAnswer if none of the keys signed it. The verified
 * octets are written from the same tree that is returned, so that nobody can read unsigned content by mistake
 * (signature wrapping). The certificate in KeyInfo is ignored.
 */
export function readSignedXml(document: string, rootName: string, keys: readonly KeyObject[]): XmlElement {
  const root = readRootElement(document, rootName)
  const signature = plainSignatureOf(root)
  const signed = { ...root, content: root.content.filter(part => part !== signature.element) }
  const octets = canonicalXml(signed, signature.isExclusive)
  const isWhole = createHash(signature.digestHash).update(octets).digest().equals(signature.digest)
  const isBy = (key: KeyObject) =>
    key.asymmetricKeyType === 'rsa' && verify(signature.hash, signature.signedInfo, key, signature.value)
  if (isWhole && keys.some(isBy)) return signed
  throw new BrokenAnswer(`${rootName} has a signature of no configured, valid certificate`)
}

/**
 * Returns a function that signs a document in canonical form (XML-C14N 1.0) without prefixes. It adds an enveloped
 * RSA-SHA256 signature over the whole document as the last child of the root. The digest covers the text as the server
 * wrote it, so signing needs no parser. A general library takes ten times as long.
 */
export function createXmlSigner(
  key: { sign(data: Buffer): Promise<Buffer> },
  certificate: X509Certificate,
): (canonical: string) => Promise<string> {
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo>`
  return async canonical => {
    const digest = createHash('sha256').update(canonical).digest('base64')
    // The canonical form of SignedInfo declares the namespace, which SignedInfo inherits inside the document.
    const value = await key.sign(Buffer.from(writtenInfo(digest, declaration)))
    const signature = `<Signature${declaration}>${writtenInfo(digest)}<SignatureValue>${value.toString('base64')}</SignatureValue>${keyInfo}</Signature>`
    const end = canonical.lastIndexOf('</')
    return canonical.slice(0, end) + signature + canonical.slice(end)
  }
}

/**
 * Returns an element in canonical form (XML-C14N 1.0, or its exclusive variant), without comments.
 * @param rendered the namespaces that the enclosing elements have declared in the output
 */
export function canonicalXml(
  element: XmlElement,
  isExclusive: boolean,
  rendered: Namespaces = new Map(),
): string {
  const candidates = isExclusive ? usedNamespaces(element) : element.namespaces
  const declared = [...candidates]
    .filter(([prefix, namespace]) => namespace !== (rendered.get(prefix) ?? ''))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const inForce = new Map([...rendered, ...declared])
  const declarations = declared.map(
    ([prefix, namespace]) => ` xmlns${prefix && ':'}${prefix}="${escapedAttribute(namespace)}"`,
  )
  const attributes = Array.from(element.attributes, ([key, value]) => ` ${key}="${escapedAttribute(value)}"`)
  const content = element.content.map(part =>
    typeof part === 'string' ? escapedText(part) : canonicalXml(part, isExclusive, inForce),
  )
  return `<${element.name}${declarations.join('')}${attributes.join('')}>${content.join('')}</${element.name}>`
}

export function escapedAttribute(value: string): string {
  return value.replace(/[&<"\t\n\r]/g, character => escapes[character] ?? '')
}

export function escapedText(value: string): string {
  return value.replace(/[&<>\r]/g, character => escapes[character] ?? '')
}

/**
 * Reads the signature in the only form that the standard uses: one child of the root, with one reference to the whole
 * document without the signature. Every other form is refused, because signature wrapping needs another form.
 */
function plainSignatureOf(root: XmlElement) {
  const [element, ...others] = signaturesIn(root)
  if (element === undefined) throw new BrokenAnswer(`${root.localName} is unsigned`)
  const parts = childrenOf(element)
  const [info, holder] = parts
  const shape = [element, ...parts].map(each => (each.namespace === dsig ? each.localName : '')).join(' ')
  const method = info && childOf(info, 'CanonicalizationMethod')?.attributes.get('Algorithm')
  const signedInfo = info ? canonicalXml(info, method === exclusive) : ''
  const [, , canonical = '', signs = '', enveloped, transform = inclusive, digests = '', digest = ''] =
    signedInfoForm.exec(signedInfo) ?? []
  const [hash, digestHash] = [signatureHashes.get(signs), digestHashes.get(digests)]
  const [value, ...more] = holder?.content ?? []
  if (
    others.length > 0 ||
    !root.content.includes(element) ||
    !/^Signature SignedInfo SignatureValue(?: KeyInfo)?$/.test(shape) ||
    ![inclusive, exclusive].includes(canonical) ||
    enveloped !== `${dsig}enveloped-signature` ||
    ![inclusive, exclusive].includes(transform) ||
    hash === undefined ||
    digestHash === undefined ||
    typeof value !== 'string' ||
    more.length > 0
  )
    throw new BrokenAnswer(`${root.localName} has a signature of another shape`)
  return {
    element,
    isExclusive: transform === exclusive,
    digestHash,
    digest: parseBase64(digest.replaceAll('&#xD;', ''), 'DigestValue'),
    hash,
    signedInfo: Buffer.from(signedInfo),
    value: parseBase64(value, 'SignatureValue'),
  }
}

function signaturesIn(element: XmlElement): XmlElement[] {
  return childrenOf(element).flatMap(child =>
    child.localName === 'Signature' ? [child, ...signaturesIn(child)] : signaturesIn(child),
  )
}

const gap = '(?:\\s|&#xD;)*'
const methodForm = (name: string) => `<\\1${name} Algorithm="([^"]*)"></\\1${name}>${gap}`

/**
 * Matches a SignedInfo in canonical form. All elements must have the prefix of SignedInfo, and no element can bind this
 * prefix to another namespace. Therefore all elements are in the namespace of SignedInfo.
 */
const signedInfoForm = new RegExp(
  `^<((?:[\\w.-]+:)?)SignedInfo(?: [\\w:.-]+="[^"]*")*>${gap}` +
    `${methodForm('CanonicalizationMethod')}${methodForm('SignatureMethod')}` +
    `<\\1Reference(?: Id="[^"]*")?(?: Type="[^"]*")? URI="">${gap}` +
    `<\\1Transforms>${gap}${methodForm('Transform')}(?:${methodForm('Transform')})?</\\1Transforms>${gap}` +
    `${methodForm('DigestMethod')}<\\1DigestValue>([^<]*)</\\1DigestValue>${gap}` +
    `</\\1Reference>${gap}</\\1SignedInfo>$`,
)

function usedNamespaces({ name, attributes, namespaces }: XmlElement): Namespaces {
  const prefixes = [name, ...[...attributes.keys()].filter(key => key.includes(':'))].map(prefixOf)
  return new Map(prefixes.map(prefix => [prefix, namespaces.get(prefix) ?? '']))
}

function writtenInfo(digest: string, declared = ''): string {
  return (
    `<SignedInfo${declared}>` +
    '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>' +
    '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
    '<Reference URI=""><Transforms>' +
    '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></Transform></Transforms>' +
    '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod>' +
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  )
}
