import { X509Certificate } from 'node:crypto'

import { XMLSerializer, type Element } from '@xmldom/xmldom'
import { expect, test } from 'vitest'
import { SignedXml } from 'xml-crypto'
import { openPemKey } from '@ekyc/private-keys'
import { parseBase64, createXmlSigner } from '@ekyc/signed-xml'

import { makeKey, question } from '../../../testing/outside/fake-authority.ts'
import { childOf, childrenOf, parseXml } from '../../../testing/outside/xml-crypto-reader.ts'
import type { VerificationRequest } from '../../domain/ports.ts'
import { buildKycRequest } from './build-request.ts'

const key = await makeKey('Agency')
const certificate = new X509Certificate(key.certificate)
const sender = {
  auaCode: 'AUA0001',
  subAuaCode: 'SUB1',
  licenceKey: `l<i>c&e"n'ce`,
  sign: createXmlSigner(openPemKey(key.privateKey, 'signing key'), certificate),
}

test('Kyc carries the parameters and, in Rad, the whole Auth element', async () => {
  const kyc = parseXml(await buildKycRequest(sender, question), 'Kyc')
  expect(attributesOf(kyc)).toEqual({ ver: '2.5', ra: 'F', rc: 'Y', lr: 'N', de: 'N', pfr: 'N' })
  expect(childrenOf(kyc).map(child => child.localName)).toEqual(['Rad'])
  const auth = await authOf(question)
  expect(auth.namespaceURI).toBe('http://www.uidai.gov.in/authentication/uid-auth-request/2.0')
  expect(attributesOf(auth)).toEqual({
    uid: '012345678901',
    rc: 'Y',
    tid: 'registered',
    ac: 'AUA0001',
    sa: 'SUB1',
    ver: '2.5',
    txn: 'UKC:0001',
    lk: `l<i>c&e"n'ce`,
    xmlns: 'http://www.uidai.gov.in/authentication/uid-auth-request/2.0',
  })
  expect(childrenOf(auth).map(child => child.localName)).toEqual([
    'Uses',
    'Meta',
    'Skey',
    'Hmac',
    'Data',
    'Signature',
  ])
})

test('[KYC-10] the capture fills the fields of Authentication 2.5 unchanged', async () => {
  const auth = await authOf(question)
  const part = (name: string) => {
    const element = childOf(auth, name)
    return element && { ...attributesOf(element), text: element.textContent }
  }
  expect(part('Uses')).toEqual({
    pi: 'n',
    pa: 'n',
    pfa: 'n',
    bio: 'y',
    bt: 'FMR,FIR',
    pin: 'n',
    otp: 'n',
    text: '',
  })
  expect(part('Meta')).toEqual({ ...question.capture.device, text: '' })
  expect(part('Skey')).toEqual({ ci: '20280813', text: 'U2tleQ==' })
  expect(part('Hmac')).toEqual({ text: 'SG1hYw==' })
  expect(part('Data')).toEqual({ text: 'RGF0YQ==' })
})

test('Auth is signed with RSA-SHA256 over the whole document, with our certificate in KeyInfo', async () => {
  const xml = await authXmlOf(question)
  const signature = childOf(parseXml(xml, 'Auth'), 'Signature')
  expect(checked(xml)).toBe(true)
  expect(checked(xml.replace('UKC:0001', 'UKC:0002'))).toBe(false)
  const der = certificate.raw.toString('base64')
  expect(signature?.getElementsByTagName('X509Certificate')[0]?.textContent).toBe(der)
  expect(signature?.getElementsByTagName('SignatureMethod')[0]?.getAttribute('Algorithm')).toMatch(
    /#rsa-sha256$/,
  )
  expect(signature?.getElementsByTagName('DigestMethod')[0]?.getAttribute('Algorithm')).toMatch(/#sha256$/)
  expect(signature?.getElementsByTagName('Reference')[0]?.getAttribute('URI')).toBe('')
})

test.each([`"/><Auth uid="1`, `a&b<c>"d"'e'`, 'tab\tline\nreturn\rend', 'मंत्र 👍'])(
  'any name of a device arrives unchanged and stays one attribute: %j',
  async mi => {
    const device = { ...question.capture.device, mi }
    const request = { ...question, capture: { ...question.capture, device } }
    const meta = childOf(await authOf(request), 'Meta')
    expect(meta?.getAttribute('mi')).toBe(mi)
    expect(checked(await authXmlOf(request))).toBe(true)
  },
)

test.each([`a&b<c>"d"'e'`, 'tab\tline\nreturn\rend', ']]>', 'é 👍'])(
  'any text of an element arrives unchanged and signed: %j',
  async value => {
    const request = { ...question, capture: { ...question.capture, data: value } }
    expect(childOf(await authOf(request), 'Data')?.textContent).toBe(value)
    expect(checked(await authXmlOf(request))).toBe(true)
  },
)

test.each(['\u0000', '\u001b', '\ufffe', '\ud800'])(
  'a character that XML forbids (%j) is refused',
  async character => {
    const device = { ...question.capture.device, dc: `x${character}` }
    await expect(
      buildKycRequest(sender, { ...question, capture: { ...question.capture, device } }),
    ).rejects.toThrow('XML forbids')
  },
)

async function authXmlOf(request: VerificationRequest): Promise<string> {
  const kyc = parseXml(await buildKycRequest(sender, request), 'Kyc')
  return parseBase64(childOf(kyc, 'Rad')?.textContent ?? '', 'Rad').toString('utf8')
}

async function authOf(request: VerificationRequest): Promise<Element> {
  return parseXml(await authXmlOf(request), 'Auth')
}

function checked(xml: string): boolean {
  const signature = childOf(parseXml(xml, 'Auth'), 'Signature')
  const check = new SignedXml({ publicCert: certificate.publicKey, getCertFromKeyInfo: () => null })
  check.loadSignature(signature ? new XMLSerializer().serializeToString(signature) : '')
  return check.checkSignature(xml)
}

function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(Array.from(element.attributes).map(({ name, value }) => [name, value]))
}
