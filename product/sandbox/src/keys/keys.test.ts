import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeKeyAndCertificate } from '@ekyc/rd-simulator/certificate'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sandboxKeys, type SandboxKeys } from './keys.ts'
import { testTime } from '../authority/testing/test-time.ts'

let folder: string
let keys: SandboxKeys
let others: SandboxKeys

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ekyc-keys-'))
  ;[keys, others] = await Promise.all([sandboxKeys(folder), sandboxKeys(folder)])
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('two first starts at once end up with the same keys', () => {
  expect(others.aua.certificate.raw.equals(keys.aua.certificate.raw)).toBe(true)
  expect(others.deviceProvider.privateKey.equals(keys.deviceProvider.privateKey)).toBe(true)
})

test('keys are made once and read again at the next start', async () => {
  const again = await sandboxKeys(folder)
  expect(again.authorityEncryption.certificate.raw.equals(keys.authorityEncryption.certificate.raw)).toBe(
    true,
  )
  expect(again.kua.privateKey.equals(keys.kua.privateKey)).toBe(true)
})

test('every private key belongs to its certificate, and nobody else may read the files', async () => {
  for (const holder of ['authorityEncryption', 'authoritySigning', 'aua', 'kua', 'deviceProvider'] as const) {
    expect(keys[holder].certificate.checkPrivateKey(keys[holder].privateKey)).toBe(true)
    expect((await stat(keys.fileOf(holder, 'key'))).mode & 0o777).toBe(0o600)
  }
  expect(await readdir(folder)).toEqual(['keys'])
})

test('the key id is the end of the encryption certificate in GMT, where India already has the next day', () => {
  const end = new Date(keys.authorityEncryption.certificate.validTo)
  expect(keys.authorityKeyId).toMatch(/^\d{8}$/)
  expect(keys.authorityKeyId).toBe(end.toISOString().slice(0, 10).replaceAll('-', ''))
  const inIndia = new Date(end.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '')
  expect(keys.authorityKeyId).not.toBe(inIndia)
})

test('a device certificate leads to the root through the provider', async () => {
  const device = await makeKeyAndCertificate({
    subject: 'CN=Sandbox device',
    issuer: keys.deviceProvider,
    authority: false,
    notBefore: new Date(testTime - 60_000),
    notAfter: new Date(testTime + 30 * 86_400_000),
  })
  const provider = keys.deviceProvider.certificate
  const root = keys.deviceRoot.certificate
  expect(device.certificate.checkIssued(provider)).toBe(true)
  expect(device.certificate.verify(provider.publicKey)).toBe(true)
  expect(device.certificate.verify(root.publicKey)).toBe(false)
  expect(provider.checkIssued(root)).toBe(true)
  expect(provider.verify(root.publicKey)).toBe(true)
  expect(provider.ca).toBe(true)
  expect(device.certificate.ca).toBe(false)
})
