import { X509Certificate } from 'node:crypto'

import { expect, test } from 'vitest'

import { makeKey } from '../../testing/outside/fake-authority.ts'
import { serverOfTest } from '../../testing/test-server.ts'

test('the metrics show when the certificates of each setting expire: of several the last', async () => {
  const [aua, old, current] = await Promise.all([makeKey('AUA'), makeKey('Old', -1), makeKey('Now', 90)])
  const server = await serverOfTest({
    authority: {
      url: '',
      auaCode: '',
      subAuaCode: undefined,
      licenceKey: '',
      asaLicenceKey: '',
      signingKey: aua.privateKey,
      signingCertificate: aua.certificate,
      decryptionKeys: [],
      authorityCertificates: [old.certificate, current.certificate],
    },
    captureRules: { keyIds: ['20280813', '20300101'], devices: undefined, level1Only: false },
  })
  const { text } = await server.metrics.read()
  const told = Object.fromEntries(
    [...text.matchAll(/^ekyc_certificate_expiry_timestamp_seconds\{certificate="(\w+)"\} (\d+)$/gm)].map(
      ([, name = '', seconds]) => [name, Number(seconds)],
    ),
  )
  const endOf = (pem: string) => Date.parse(new X509Certificate(pem).validTo) / 1000
  expect(told).toEqual({
    AUA_SIGNING_CERTIFICATE: endOf(aua.certificate),
    AUTHORITY_SIGNING_CERTIFICATE: endOf(current.certificate),
    AUTHORITY_KEY_IDS: Date.parse('2030-01-01T00:00:00Z') / 1000,
  })
})
