import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'

import { expect, test } from 'vitest'

import { makeKey, signed } from '../../server/testing/outside/fake-authority.ts'
import { canonicalXml, readSignedXml } from './signed-xml.ts'

const canonical = '<KycRes ret="y" txn="1"><Rar>AAAA</Rar></KycRes>'

const signer = await makeKey('Authority')
const keys = [new X509Certificate(signer.certificate).publicKey]

const read = (document: string) => canonicalXml(readSignedXml(document, 'KycRes', keys), false)

test('the result is the signed text: without the signature and without anything that canonicalization drops', () => {
  expect(read(signed(canonical, signer).replace('AAAA', 'AA<!-- not signed -->AA'))).toBe(canonical)
})

test.each([
  [
    'with a declaration',
    (xml: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${xml}`,
  ],
  [
    'with attributes in another order',
    (xml: string) => xml.replace('ret="y" txn="1"', "txn = '1'\r\n\tret='y'"),
  ],
  [
    'with self-closing tags',
    (xml: string) => xml.replace(/><\/(?:Transform|DigestMethod|SignatureMethod)>/g, ' />'),
  ],
  ['with references', (xml: string) => xml.replace('AAAA', '&#65;A<![CDATA[A]]>&#x41;')],
  ['with a folded value', (xml: string) => xml.replace(/(?<=<SignatureValue>.{76})/, '&#13;\r\n')],
  [
    'with the signature first',
    (xml: string) => {
      const signature = /<Signature .*<\/Signature>/.exec(xml)?.[0] ?? ''
      return xml.replace(signature, '').replace('<Rar>', `${signature}<Rar>`)
    },
  ],
])('an answer %s is read as it was signed', (_, written) => {
  const document = written(signed(canonical, signer))
  expect(document).not.toBe(signed(canonical, signer))
  expect(read(document)).toBe(canonical)
})

const shape = 'KycRes has a signature of another shape'
test.each([
  ['a reference by id', 'URI=""', 'URI="#x"', shape],
  ['no reference address', ' URI=""', '', shape],
  ['two signatures', /<Signature .*<\/Signature>/, '$&$&', shape],
  ['a signature in another element', /<Signature .*<\/Signature>/, '<a>$&</a>', shape],
  ['a signature of another namespace', '<Signature xmlns="', '<Signature xmlns="urn:', shape],
  ['a method of another namespace', '<DigestMethod ', '<DigestMethod xmlns="urn:a" ', shape],
  ['a prefix list', /(<Transform [^>]*>)/, '$1<InclusiveNamespaces PrefixList="a"/>', shape],
  ['an object', '</Signature>', '<Object/></Signature>', shape],
  ['an element in its value', '<SignatureValue>', '<SignatureValue><a/>', shape],
  ['a method by SHA-1', /[^"]*#rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1', shape],
  ['a digest by SHA-1', /[^"]*#sha256/, 'http://www.w3.org/2000/09/xmldsig#sha1', shape],
  ['a name of JavaScript as algorithm', /[^"]*#rsa-sha256/, 'constructor', shape],
  ['no transform', /<Transform [^>]*><\/Transform>/, '', shape],
  ['text beside its parts', '<SignedInfo>', '<SignedInfo>x', shape],
  ['no value', /<SignatureValue>[^<]*/, '<SignatureValue>', shape],
  ['a value that is no base64', '<SignatureValue>', '<SignatureValue>!', 'SignatureValue is no base64'],
  ['a digest that is no base64', '<DigestValue>', '<DigestValue>!', 'DigestValue is no base64'],
])('a signature with %s is refused', (_, from, to, message) => {
  expect(() => read(signed(canonical, signer).replace(from, to))).toThrow(message)
})

test('without a key every signature is refused', () => {
  expect(() => readSignedXml(signed(canonical, signer), 'KycRes', [])).toThrow(
    'no configured, valid certificate',
  )
})

test('a key of another algorithm verifies nothing, though the signature is its own', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const document = signed(canonical, signer)
  const info = /<SignedInfo>.*<\/SignedInfo>/.exec(document)?.[0] ?? ''
  const octets = info.replace('<SignedInfo>', '<SignedInfo xmlns="http://www.w3.org/2000/09/xmldsig#">')
  const value = sign('sha256', Buffer.from(octets), privateKey).toString('base64')
  const forged = document.replace(/<SignatureValue>[^<]*/, `<SignatureValue>${value}`)
  expect(() => readSignedXml(forged, 'KycRes', [publicKey])).toThrow('no configured, valid certificate')
})
