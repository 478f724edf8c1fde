import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { readAdminConfig, readServerConfig } from './read-config.ts'
import { problemsIn, productionSettings } from '../../testing/production-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = () => randomBytes(32).toString('base64')
const complete = await productionSettings()
const optional = ['ACCEPTED_RISKS', 'BRANDING_FILE', 'DATABASE_URL', 'KUA_CERTIFICATE', 'OVER_HTTPS']
const required = Object.keys(complete).filter(name => !optional.includes(name))

test('complete settings are accepted; unset ones take the defaults of decisions.md', () => {
  expect(readServerConfig(complete)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: './data',
    consentRequired: true,
    demoData: false,
    apiReference: false,
    sessionIdleLimitMs: 1_800_000,
    dpopRequired: false,
    authorityTimeoutMs: 25_000,
  })
})

test('without any settings every missing one is named at once', () => {
  const given = { BRANDING_FILE: complete.BRANDING_FILE, OVER_HTTPS: 'on' }
  expect(
    problemsIn(given)
      .map(problem => problem.replace(/:.*/, ''))
      .toSorted(),
  ).toEqual(required.map(name => `${name} is missing`).toSorted())
})

test('a secret comes from the file that NAME_FILE names, without its final newline; an empty one has none', () => {
  const file = join(folder, 'pepper')
  const pepper = secret()
  writeFileSync(file, `${pepper}\n`)
  const config = readServerConfig({ ...complete, PEPPER: undefined, PEPPER_FILE: file })
  expect(config.peppers).toEqual([Buffer.from(pepper)])
  writeFileSync(file, '\n')
  expect(problemsIn({ ...complete, PEPPER: undefined, PEPPER_FILE: file })).toEqual(['PEPPER is missing'])
})

test('private keys may be in a hardware module, beside PEM keys, once the module is named', () => {
  const addressed = {
    ...complete,
    AUA_SIGNING_KEY: 'pkcs11:token=kyc;object=signing',
    KUA_DECRYPTION_KEY: `${complete.KUA_DECRYPTION_KEY}pkcs11:token=kyc;id=%02\n`,
  }
  expect(problemsIn(addressed)).toEqual([
    'PKCS11_MODULE and PKCS11_PIN are missing, which a pkcs11: address needs',
  ])
  expect(problemsIn({ ...addressed, PKCS11_MODULE: process.execPath })).toEqual(['PKCS11_PIN is missing'])
  const settings = { ...addressed, PKCS11_MODULE: process.execPath, PKCS11_PIN: '1234' }
  expect(readServerConfig(settings).authority).toMatchObject({
    signingKey: 'pkcs11:token=kyc;object=signing',
    decryptionKeys: [complete.KUA_DECRYPTION_KEY.trim(), 'pkcs11:token=kyc;id=%02'],
  })
})

test('an operator needs no key of the authority, of the bank or of the outbox, but that of the audit trail', () => {
  const key = randomBytes(32)
  const settings = { DATA_DIR: '/srv/ekyc', ADMIN_OPERATOR: 'priya' }
  expect(readAdminConfig({ ...settings, AUDIT_KEY: key.toString('hex') })).toMatchObject({
    dataDir: '/srv/ekyc',
    databaseUrl: undefined,
    operator: 'priya',
    account: undefined,
    auditKeys: [key],
  })
  expect(() => readAdminConfig(settings)).toThrow('AUDIT_KEY')
})
