import { X509Certificate } from 'node:crypto'

import { expect, test } from 'vitest'

import { makeKey, signed } from '../../testing/fake-authority.ts'
import { canonicalXml } from './canonical-xml.ts'
import { readSigned } from './read-signed.ts'

test('the result is the signed text: without the signature and without anything that canonicalization drops', async () => {
  const signer = await makeKey('Authority')
  const canonical = '<KycRes ret="y"><Rar>AAAA</Rar></KycRes>'
  const written = signed(canonical, signer).replace('AAAA', 'AA<!-- not signed -->AA')
  const keys = [new X509Certificate(signer.certificate).publicKey]
  expect(canonicalXml(readSigned(written, 'KycRes', keys), false)).toBe(canonical)
})

test('without a key every signature is refused', async () => {
  const document = signed('<KycRes></KycRes>', await makeKey('Authority'))
  expect(() => readSigned(document, 'KycRes', [])).toThrow('no configured, valid certificate')
})
