/**
 * The bench reads the two signed documents of one answer of the authority, a KycRes with a photo and its AuthRes, first
 * with the product's reader and then with xml-crypto. It prints the processor time of each reader and their ratio.
 *
 *   npm run bench:signed-answers
 */
import { X509Certificate } from 'node:crypto'

import { readSigned } from '../../product/server/src/gateways/identity-authority/read-signed.ts'
import { authRes, kycRes, makeKey, signed, uidData } from '../../product/server/src/testing/fake-authority.ts'
import { readSignedByXmlCrypto } from '../../product/server/src/testing/xml-crypto-reader.ts'
import { median, ratio, spreadOf, threeDigits } from './measure/figures.ts'
import { inRounds } from './measure/rounds.ts'

const authority = await makeKey('Authority')
const keys = [new X509Certificate(authority.certificate).publicKey]
const photo = Buffer.alloc(18_000, 7).toString('base64')
const inner = signed(authRes(), authority)
const outer = signed(kycRes(inner, {}, uidData.replace('/9j/', photo)), authority)

const { product, xmlCrypto } = await inRounds({
  product: () => cpuMs(readSigned, 500),
  xmlCrypto: () => cpuMs(readSignedByXmlCrypto, 100),
})
const times = ratio(xmlCrypto, product)
console.table({
  bytes: outer.length + inner.length,
  'product ms': threeDigits(median(product)),
  'xml-crypto ms': threeDigits(median(xmlCrypto)),
  'times faster': threeDigits(times.median),
  spread: spreadOf(times),
})

function cpuMs(
  read: (document: string, rootName: string, by: typeof keys) => unknown,
  answers: number,
): number {
  const began = process.cpuUsage()
  for (let answer = 0; answer < answers; answer++) {
    read(outer, 'KycRes', keys)
    read(inner, 'AuthRes', keys)
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000 / answers
}
