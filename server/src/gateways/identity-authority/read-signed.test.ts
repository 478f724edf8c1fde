import { X509Certificate } from 'node:crypto'

import { XMLSerializer } from '@xmldom/xmldom'
import { expect, test } from 'vitest'

import { makeKey, signed } from './played-authority.ts'
import { readSigned } from './read-signed.ts'

test('what is read is what was signed: no signature in it, and nothing that canonicalization leaves out', async () => {
  const signer = await makeKey('Authority')
  const canonical = '<KycRes ret="y"><Rar>AAAA</Rar></KycRes>'
  const written = signed(canonical, signer).replace('AAAA', 'AA<!-- not signed -->AA')
  const keys = [new X509Certificate(signer.certificate).publicKey]
  const read = new XMLSerializer().serializeToString(readSigned(written, 'KycRes', keys))
  expect(read).toBe(canonical)
})

test('without a key nothing can be believed', async () => {
  const document = signed('<KycRes></KycRes>', await makeKey('Authority'))
  expect(() => readSigned(document, 'KycRes', [])).toThrow('no configured, valid certificate')
})
