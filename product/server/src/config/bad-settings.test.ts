import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { makeKey } from '../../testing/outside/fake-authority.ts'
import { namesAskedFor } from '../../testing/database/names-asked-for.ts'
import { problemsIn, productionSettings } from '../../testing/production-settings.ts'
import { readConsoleConfig } from './read-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-bad-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const complete: NodeJS.ProcessEnv = await productionSettings()
const weak = await makeKey('Weak', 30, 1024)
const pem = (what: string) => `-----BEGIN ${what}-----\nd3Jvbmc=\n-----END ${what}-----\n`
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** Wrong in every way, which one setting shows for all numbers. */
const everyNumber = ['wrong', '-7', '1.5', '99999999999', '0x10zz', '1e99']
const numbers = ['wrong', '-7']
const switches = ['yes', 'ON', 'true', '1']
const addresses = ['wrong', 'ftp://wrong.example', 'wrong.example:8443', 'https://', '//wrong']
const secrets = ['wrong', 'x'.repeat(64), 'wrong-'.repeat(8)]
const randomKeys = ['wrong', 'wrong'.repeat(9), 'ef'.repeat(31), 'ef'.repeat(33), 'ef'.repeat(32)]
const privateKeys = [
  'wrong',
  pem('PRIVATE KEY'),
  weak.certificate,
  weak.privateKey,
  'pkcs11:token=wrong',
  'pkcs11:token=wrong;object=x?pin-value=1234',
]
const certificates = ['wrong', pem('CERTIFICATE'), weak.privateKey, weak.certificate]
const anyText: string[] = []

/** Invalid values of each setting of the server. A setting that may be any text has none. */
const wrongValues: Record<string, string[]> = {
  HOST: ['wrong host', '256.1.1.1', '10.0.0', 'http://127.0.0.1'],
  PORT: [...everyNumber, '65536'],
  METRICS_PORT: [...numbers, '65536', '8080'],
  TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,wrong', '10.0.0.0/8/8', '::1/129'],
  OVER_HTTPS: switches,
  DRAIN_MS: numbers,
  PORTAL_ORIGIN: ['wrong', 'http://wrong.example', 'https://wrong.example/', 'https://wrong.example/login'],
  CONSENT_REQUIRED: switches,
  ACCEPTED_RISKS: ['wrong', 'no-consent,wrong', 'on'],
  NODE_TLS_REJECT_UNAUTHORIZED: ['0'],
  DPOP_REQUIRED: switches,
  MIGRATE: switches,
  POLICY: ['wrong', '[]', '5', '{"wrong":1}', '{"referenceChecksPerHour":0}', '{"phonesPerAddress":"9"}'],
  SECOND_FACTOR: ['wrong', 'on'],
  SESSION_IDLE_LIMIT_MS: [...numbers, '0'],
  BRANDING_FILE: [join(folder, 'none'), folder, file('brand-1', 'wrong'), file('brand-2', '{"bankName":7}')],
  DEVICE_REGISTRY: [
    'wrong',
    '{',
    '{"dpId":"wrong"}',
    '[]',
    '[{"dpId":"wrong"}]',
    '[null]',
    'null',
    '"wrong"',
  ],
  OLD_SYSTEMS: ['wrong', 'on'],
  SYSTEM_ENDS: [
    'wrong',
    '{',
    '{"platform":"Windows"}',
    '[{"platform":"wrong"}]',
    '[null]',
    'null',
    '"wrong"',
  ],
  LEVEL_1_ONLY: switches,
  DATABASE_URL: [
    'wrong',
    'mysql://wrong@db/x',
    'https://wrong',
    '/wrong',
    'postgres://wrong@10.0.0.1,10.0.0.2/x',
    'postgres://wrong@10.0.0.1:5432,10.0.0.2:5432/x',
  ],
  DATABASE_CONNECTIONS: [...numbers, '0'],
  DATABASE_POOLER: ['session', 'wrong'],
  DATABASE_NETWORK: ['wrong', 'on'],
  DATA_DIR: [file('a-file', '')],
  AUTHORITY_URL: addresses,
  AUA_CODE: anyText,
  SUB_AUA_CODE: anyText,
  AUTHORITY_KEY_IDS: ['wrong', '2028', '20281345', '20280230', '20280813,wrong'],
  AUTHORITY_TIMEOUT_MS: [...numbers, '0'],
  BANK_URL: addresses,
  BANK_TIMEOUT_MS: [...numbers, '0'],
  RESULTS: ['wrong', 'Vault'],
  PASS_THROUGH_MS: [...numbers, '0'],
  VAULT_DATABASE_URL: ['wrong', 'mysql://wrong@db/x', 'postgres://wrong@10.0.0.1,10.0.0.2/x'],
  SEALING_KEY: privateKeys,
  SMS_URL: addresses,
  SMS_TIMEOUT_MS: [...numbers, '0'],
  PEPPER: secrets,
  OUTBOX_KEY: randomKeys,
  AUDIT_KEY: randomKeys,
  BANK_SECRET: secrets,
  SMS_KEY: ['your-sms-key', 'changeme', '0000'],
  AUA_LICENCE_KEY: ['your-licence-key', 'changeme'],
  ASA_LICENCE_KEY: ['your-licence-key', 'changeme'],
  AUA_SIGNING_KEY: privateKeys,
  AUA_SIGNING_CERTIFICATE: certificates,
  KUA_DECRYPTION_KEY: privateKeys,
  AUTHORITY_SIGNING_CERTIFICATE: certificates,
  KUA_CERTIFICATE: certificates,
  PKCS11_MODULE: [join(folder, 'none'), folder],
  PKCS11_PIN: anyText,
  HASHES_AT_ONCE: [...numbers, '0'],
  MAX_IN_FLIGHT: [...numbers, '0'],
  MAX_CONNECTIONS: [...numbers, '0'],
  BODY_MEMORY_MB: [...numbers, '0'],
  HEADERS_TIMEOUT_MS: [...numbers, '0'],
  REQUEST_TIMEOUT_MS: [...numbers, '0'],
  LOG_LEVEL: ['wrong', 'INFO', '30'],
  OTEL_EXPORTER_OTLP_ENDPOINT: addresses,
  OTEL_EXPORTER_OTLP_HEADERS: ['wrong', 'key=value,wrong', '=wrong'],
  OTEL_SERVICE_NAME: anyText,
  OTEL_RESOURCE_ATTRIBUTES: ['wrong', 'key=value,wrong', '=wrong'],
  DEMO_DATA: [...switches, 'on'], // 'on' is invalid in production
  API_DOCS: switches,
  PORTAL_FOLDER: [join(folder, 'none'), folder],
}

const beside: Record<string, NodeJS.ProcessEnv> = {
  DEMO_DATA: { OVER_HTTPS: 'on' },
  PKCS11_MODULE: { PKCS11_PIN: '1234' },
  VAULT_DATABASE_URL: {
    SEALING_KEY: 'pkcs11:token=a;object=b',
    PKCS11_MODULE: import.meta.filename,
    PKCS11_PIN: '1234',
  },
}

const cases = Object.entries(wrongValues).flatMap(([name, values]) =>
  values.map((value): [name: string, value: string] => [name, value]),
)

test('the tables start from valid settings, and name every setting of the server', () => {
  expect(problemsIn(complete)).toEqual([])
  // The filter leaves out the settings that only the command line and the console read.
  expect(Object.keys(wrongValues).toSorted(), 'the settings of wrongValues').toEqual(
    namesAskedFor().filter(name => !/^ADMIN_|^CONSOLE_|^FOUR_EYES|^OIDC_/.test(name)),
  )
})

test('an invalid setting gives one sentence that begins with its name and does not show its value', () => {
  const wrong = cases
    .map(([name, value]) => ({
      name,
      value,
      problems: problemsIn({ ...complete, ...beside[name], [name]: value }),
    }))
    .filter(({ name, value, problems }) => {
      // The branding check reports every invalid field.
      const isTold = name === 'BRANDING_FILE' ? problems.length > 0 : problems.length === 1
      // A sentence may contain a value of at most two characters, such as 'on' or '0', by itself.
      const isShown = value.length > 2 && problems.some(problem => problem.includes(value))
      return !isTold || isShown || problems.some(problem => !problem.startsWith(name))
    })
  expect(wrong).toEqual([])
})

const names = Object.keys(wrongValues).filter(name => name !== 'BRANDING_FILE')

describe('a setting as a file', () => {
  test('that is missing, or a folder, is refused', () => {
    const told = (name: string, path: string) =>
      problemsIn({ ...complete, ...beside[name], [name]: '', [`${name}_FILE`]: path }).join()
    expect(names.map(name => told(name, join(folder, 'none')))).toEqual(
      names.map(name => `${name}_FILE names a file that cannot be read`),
    )
    expect(told('PEPPER', folder)).toBe('PEPPER_FILE names a file that cannot be read')
  })

  test('is refused beside the setting itself', () => {
    const untold = names.filter(name => {
      const value = complete[name] ?? 'on'
      const both = { ...complete, [name]: value, [`${name}_FILE`]: file('both', value) }
      return !problemsIn(both).includes(`${name} and ${name}_FILE are both set: one of them must go`)
    })
    expect(untold).toEqual([])
  })
})

/** Returns the settings whose wrong value does not give one sentence that begins with the setting's name. */
function badlyTold(wrong: [name: string, value: string][], read: (changes: NodeJS.ProcessEnv) => unknown) {
  return wrong.filter(([name, value]) => {
    try {
      read({ [name]: value })
      return true
    } catch (error) {
      return !new RegExp(`^The settings cannot be used:\\n {2}${name} [^\\n]+$`).test(
        (error as Error).message,
      )
    }
  })
}

describe("the bank's console", () => {
  const { OVER_HTTPS, DATABASE_URL, PEPPER, OUTBOX_KEY, AUDIT_KEY } = complete
  const ofConsole = {
    OVER_HTTPS,
    DATABASE_URL,
    PEPPER,
    OUTBOX_KEY,
    AUDIT_KEY,
    CONSOLE_ORIGIN: 'https://console.bank.example',
    FOUR_EYES: 'on',
    OIDC_ISSUER: 'https://sso.bank.example',
    OIDC_CLIENT_ID: 'ekyc-console',
    OIDC_CLIENT_SECRET: 'q8Zt3vK0',
  }

  test("knows the bank's provider, and its groups by the names of the roles unless told", () => {
    const roles = '{"support":["Help desk","Branch"]}'
    const told = readConsoleConfig({ ...ofConsole, OIDC_ROLES: roles, OIDC_ACR: 'mfa, phrh' })
    expect(told.provider).toMatchObject({ issuer: 'https://sso.bank.example', acr: ['mfa', 'phrh'] })
    expect(told.roleGroups).toMatchObject({ support: ['Help desk', 'Branch'], security: [] })
    expect(readConsoleConfig(ofConsole).roleGroups.security).toEqual(['security'])
  })

  test("starts without the authority's keys, the bank's and the SMS provider's", () => {
    expect(readConsoleConfig(ofConsole)).toMatchObject({
      production: true,
      port: 8070,
      origin: 'https://console.bank.example',
      idleLimitMs: 900_000,
      fourEyes: true,
      fourEyesSet: true,
    })
    expect(readConsoleConfig({ ...ofConsole, FOUR_EYES: 'off' }).fourEyes).toBe(false)
  })

  test('of a demo needs neither an https address nor to be told that two decide', () => {
    const demo = { ...ofConsole, OVER_HTTPS: '', CONSOLE_ORIGIN: '', FOUR_EYES: '', DEMO_DATA: 'on' }
    expect(readConsoleConfig(demo)).toMatchObject({
      production: false,
      origin: undefined,
      fourEyes: true,
      fourEyesSet: false,
    })
    expect(() => readConsoleConfig(demo, ['--no-sandbox'])).toThrow('CONSOLE_ORIGIN is missing')
  })

  test('does not start without the provider, and says in one sentence which settings name it', () => {
    const none = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
    const { OVER_HTTPS: _https, ...demo } = { ...ofConsole, ...none, DEMO_DATA: 'on' }
    for (const env of [{ ...ofConsole, ...none }, demo])
      expect(() => readConsoleConfig(env)).toThrow(
        /OIDC_ISSUER is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET name the bank's [^.\n]+$/,
      )
  })

  const wrongOfConsole: [name: string, value: string][] = [
    ['CONSOLE_ORIGIN', ''],
    ['CONSOLE_ORIGIN', 'http://console.bank.example'],
    ['CONSOLE_PORT', '70000'],
    ['CONSOLE_IDLE_LIMIT_MS', '1000'],
    ['FOUR_EYES', ''],
    ['FOUR_EYES', 'two'],
    ['OIDC_ISSUER', ''],
    ['OIDC_ISSUER', 'http://sso.bank.example'],
    ['OIDC_ISSUER', 'sso.bank.example'],
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_CLIENT_SECRET', ''],
    ['OIDC_CLIENT_SECRET', 'changeme'],
    ['OIDC_ROLES', 'support=Help desk'],
    ['OIDC_ROLES', '{"helper":["Help desk"]}'],
    ['OVER_HTTPS', 'off'],
    ['DATABASE_URL', 'postgres://ekyc_console:x@database.bank.example/ekyc'],
    ['AUDIT_KEY', ''],
  ]

  test('refuses a wrong setting in one sentence that begins with its name', () => {
    const read = (changes: NodeJS.ProcessEnv) => readConsoleConfig({ ...ofConsole, ...changes })
    expect(badlyTold(wrongOfConsole, read)).toEqual([])
  })
})
