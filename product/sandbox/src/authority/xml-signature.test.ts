import { beforeAll, expect, test } from 'vitest'
import { makeKeyAndCertificate, type KeyAndCertificate } from '@ekyc/rd-simulator/certificate'

import { testTime } from './testing/test-time.ts'
import { readSigned, signXml } from './xml-signature.ts'
import { onTheWire, attribute, childOf, writeElement } from './xml.ts'

let signer: KeyAndCertificate
const namespace = 'http://www.uidai.gov.in/authentication/uid-auth-request/2.0'

beforeAll(async () => {
  const notBefore = new Date(testTime - 60_000)
  const notAfter = new Date(testTime + 86_400_000)
  signer = await makeKeyAndCertificate({ subject: 'CN=Signer', authority: false, notBefore, notAfter })
})

const keyOf = (certificate: Buffer) =>
  certificate.equals(signer.certificate.raw) ? signer.certificate.publicKey : undefined

test.each([`a&b<c>"d"'e'`, 'tab\tline\nreturn\rend', 'मंत्र 👍', ''])(
  'what is written can be signed as it stands, whatever a value holds: %j',
  value => {
    const document = writeElement(
      'Auth',
      { ver: '2.5', xmlns: namespace, lk: value, Zone: value },
      writeElement('Meta', { z: '1', a: value }),
    )
    const read = readSigned(signXml(document, signer), 'Auth', keyOf)
    if (read.kind !== 'signed') throw new Error(read.kind)
    const meta = childOf(read.element, 'Meta')
    expect(attribute(read.element, 'lk')).toBe(value)
    expect(meta && attribute(meta, 'a')).toBe(value)
    expect(read.element.namespaceURI).toBe(namespace)
  },
)

test('what is sent is written otherwise than canonical, and its signature holds', () => {
  const document = writeElement(
    'KycRes',
    { xmlns: namespace, ret: 'n', a: '>' },
    writeElement('Rar', {}, 'AAAA\nAAAA'),
  )
  const sent = onTheWire(signXml(document, signer))
  expect(sent).toMatch(
    /^<\?xml version="1.0".*<KycRes ret="n" a=">" xmlns=".*AAAA\r\nAAAA.*<Transform Algorithm="[^"]*"\/>/s,
  )
  expect(readSigned(sent, 'KycRes', keyOf)).toMatchObject({ kind: 'signed' })
})
