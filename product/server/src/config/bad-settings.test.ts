import { randomBytes } from 'node:crypto'
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
const [weak, strong] = await Promise.all([makeKey('Weak', 30, 1024), makeKey('Strong')])
const pkcs11 = 'pkcs11:token=kyc;object=key'
const pem = (what: string) => `-----BEGIN ${what}-----\nd3Jvbmc=\n-----END ${what}-----\n`
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const random = (bytes: number) => randomBytes(bytes).toString('base64')
const numbers = ['wrong', '-7']
const ofSecrets = [
  'wrong',
  'wrong-'.repeat(8),
  'changeme',
  'change-me',
  'change-me-to-a-long-random-secret-value',
  'secret',
  'Password123',
  'your-secret-here',
  'please-replace-this-example-key',
  'x'.repeat(40),
  '0'.repeat(44),
  '12345678901234567890123456789012',
  'abababababababababababababababab',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'abcdefghabcdefghabcdefghabcdefgh',
  random(20),
]
const ofRandomKeys = [
  'wrong',
  'changeme',
  'wrong'.repeat(9),
  'ef'.repeat(31),
  'ef'.repeat(33),
  'ef'.repeat(32),
  random(16),
  Buffer.alloc(32).toString('base64'),
  `${'ab'.repeat(21)}a=`,
  Buffer.from('a password of thirty-two letters').toString('base64'),
  Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'),
  `${random(32)},changeme`,
]
const number = /^must be a whole number from \d+ to \d+$/

/** The settings of one kind, their invalid values, and what a refusal demands. A setting that may be any text has none. */
const wrongValues: [names: string, values: string[], demand: RegExp][] = [
  // One setting shows for all numbers what is wrong in every way.
  ['PORT', [...numbers, '1.5', '99999999999', '0x10zz', '1e99', '65536'], number],
  ['METRICS_PORT', [...numbers, '65536'], number],
  ['METRICS_PORT', ['8080'], /^must differ from PORT$/],
  ['DRAIN_MS', numbers, number],
  [
    'SESSION_IDLE_LIMIT_MS DATABASE_CONNECTIONS AUTHORITY_TIMEOUT_MS BANK_TIMEOUT_MS PASS_THROUGH_MS SMS_TIMEOUT_MS HASHES_AT_ONCE MAX_IN_FLIGHT MAX_CONNECTIONS BODY_MEMORY_MB HEADERS_TIMEOUT_MS REQUEST_TIMEOUT_MS',
    [...numbers, '0'],
    number,
  ],
  [
    'OVER_HTTPS CONSENT_REQUIRED DPOP_REQUIRED MIGRATE LEVEL_1_ONLY DEMO_DATA API_DOCS',
    ['yes', 'ON', 'true', '1'],
    /^must be on or off$/,
  ],
  ['DEMO_DATA', ['on'], /^must be off in production/],
  ['SECOND_FACTOR', ['wrong', 'on'], /^must be off or offered or required$/],
  ['OLD_SYSTEMS', ['wrong', 'on'], /^must be tell or refuse$/],
  ['DATABASE_POOLER', ['session', 'wrong'], /^must be transaction$/],
  ['DATABASE_NETWORK', ['wrong', 'on'], /^must be trusted$/],
  ['RESULTS', ['wrong', 'Vault'], /^must be outbox or vault or pass-through$/],
  ['LOG_LEVEL', ['wrong', 'INFO', '30'], /^must be fatal or error or warn or info or debug or silent$/],
  ['ACCEPTED_RISKS', ['wrong', 'no-consent,wrong', 'on'], /^must be of no-consent, .*, comma separated$/],
  [
    'AUTHORITY_URL BANK_URL SMS_URL OTEL_EXPORTER_OTLP_ENDPOINT',
    ['wrong', 'ftp://wrong.example', 'wrong.example:8443', 'https://', '//wrong'],
    /^must be an http or https address$/,
  ],
  [
    'PORTAL_ORIGIN',
    ['wrong', 'http://wrong.example', 'https://wrong.example/', 'https://wrong.example/login'],
    /^must be https:\/\/ and a host name, nothing behind it$/,
  ],
  [
    'HOST',
    ['wrong host', '256.1.1.1', '10.0.0', 'http://127.0.0.1'],
    /^must be an IP address of this computer/,
  ],
  [
    'TRUSTED_PROXIES',
    ['proxy', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,wrong', '10.0.0.0/8/8', '::1/129'],
    /^must be IP addresses or networks such as /,
  ],
  [
    'DATABASE_URL VAULT_DATABASE_URL',
    ['wrong', 'mysql://wrong@db/x', 'https://wrong', '/wrong'],
    /^must be a postgres:\/\/ address$/,
  ],
  [
    'DATABASE_URL VAULT_DATABASE_URL',
    ['postgres://wrong@10.0.0.1,10.0.0.2/x', 'postgres://wrong@10.0.0.1:5432,10.0.0.2:5432/x'],
    /^leads over a network: /,
  ],
  ['PEPPER BANK_SECRET', ofSecrets, /^must be at least 32 characters that nobody else knows$/],
  ['PEPPER', [`${random(32)},${random(20)}`], /^must be at least 32 characters that nobody else knows$/],
  ['OUTBOX_KEY AUDIT_KEY', ofRandomKeys, /^must be 32 random bytes in base64 or hex$/],
  ['SMS_KEY', ['your-sms-key', 'changeme', '0000'], /^holds a placeholder$/],
  ['AUA_LICENCE_KEY ASA_LICENCE_KEY', ['your-licence-key', 'changeme'], /^holds a placeholder$/],
  [
    'AUA_SIGNING_KEY KUA_DECRYPTION_KEY SEALING_KEY',
    ['wrong', pem('PRIVATE KEY'), weak.certificate, 'pkcs11:token=wrong', `${pkcs11}?pin-value=1234`],
    /^must be (?:PEM or a pkcs11: address|an RSA private key in PEM|an address of RFC 7512 .*)$/,
  ],
  [
    'AUA_SIGNING_CERTIFICATE AUTHORITY_SIGNING_CERTIFICATE KUA_CERTIFICATE',
    ['wrong', pem('CERTIFICATE'), weak.privateKey],
    /^must be (?:PEM|an RSA certificate in PEM)$/,
  ],
  [
    'AUA_SIGNING_KEY KUA_DECRYPTION_KEY SEALING_KEY',
    [weak.privateKey, strong.privateKey + weak.privateKey],
    /^must be RSA of 2048 bits at least$/,
  ],
  [
    'AUA_SIGNING_CERTIFICATE AUTHORITY_SIGNING_CERTIFICATE KUA_CERTIFICATE',
    [weak.certificate, strong.certificate + weak.certificate],
    /^must be RSA of 2048 bits at least$/,
  ],
  [
    'AUTHORITY_KEY_IDS',
    ['wrong', '2028', '20281345', '20280230', '20280813,wrong'],
    /^must be days as YYYYMMDD/,
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS OTEL_RESOURCE_ATTRIBUTES',
    ['wrong', 'key=value,wrong', '=wrong'],
    /^must be key=value, comma separated$/,
  ],
  [
    'DEVICE_REGISTRY SYSTEM_ENDS',
    ['wrong', '{', '{"dpId":"wrong"}', '[{"platform":"wrong"}]', '[null]', 'null', '"wrong"'],
    /^must be JSON: a list of /,
  ],
  ['DEVICE_REGISTRY', ['[]'], /^must be JSON: a list of devices/],
  ['POLICY', ['wrong', '[]', '5'], /^must be a JSON object$/],
  ['POLICY', ['{"wrong":1}'], /^has no number called "wrong"/],
  [
    'POLICY',
    ['{"referenceChecksPerHour":0}', '{"phonesPerAddress":"9"}'],
    /^: \w+ must be a whole number from 1 to 1000000$/,
  ],
  [
    'BRANDING_FILE',
    [join(folder, 'none'), folder, file('brand-1', 'wrong'), file('brand-2', '{"bankName":7}')],
    /^: (?:the file |bankName |productName |has no )/,
  ],
  ['PORTAL_FOLDER', [join(folder, 'none'), folder], /^must be a folder with the built portal$/],
  ['DATA_DIR', [file('a-file', '')], /^must be a folder, and is a file$/],
  ['PKCS11_MODULE', [join(folder, 'none'), folder], /^must name a file$/],
  ['NODE_TLS_REJECT_UNAUTHORIZED', ['0'], /^must not be 0: /],
  ['AUA_CODE SUB_AUA_CODE PKCS11_PIN OTEL_SERVICE_NAME', [], /any text/],
]
const names = [...new Set(wrongValues.flatMap(([ofKind]) => ofKind.split(' ')))]

/** The other settings without which the setting would be refused, or not asked for. */
const beside: Record<string, NodeJS.ProcessEnv> = {
  DEMO_DATA: { OVER_HTTPS: 'on' },
  PKCS11_MODULE: { PKCS11_PIN: '1234' },
  VAULT_DATABASE_URL: { SEALING_KEY: pkcs11, PKCS11_MODULE: import.meta.filename, PKCS11_PIN: '1234' },
}

test('the tables start from valid settings, and name every setting of the server', () => {
  expect(problemsIn(complete)).toEqual([])
  // The filter leaves out the settings that only the command line and the console read.
  expect(names.toSorted(), 'the settings of wrongValues').toEqual(
    namesAskedFor().filter(name => !/^ADMIN_|^CONSOLE_|^FOUR_EYES|^OIDC_/.test(name)),
  )
})

test('[rule 25] an invalid setting gives one sentence that begins with its name and does not show its value', () => {
  const wrong = wrongValues
    .flatMap(([ofKind, values, demand]) =>
      ofKind.split(' ').flatMap(name => values.map(value => ({ name, value, demand }))),
    )
    .map(one => ({
      ...one,
      problems: problemsIn({ ...complete, ...beside[one.name], [one.name]: one.value }),
    }))
    .filter(({ name, value, demand, problems }) => {
      // The branding check reports every invalid field.
      const isTold = name === 'BRANDING_FILE' ? problems.length > 0 : problems.length === 1
      // A sentence may contain a value of at most two characters, such as 'on' or '0', by itself.
      const isShown = value.length > 2 && problems.some(problem => problem.includes(value))
      const isDemanded = problems.every(
        problem => problem.startsWith(name) && demand.test(problem.slice(name.length).trimStart()),
      )
      return !isTold || isShown || !isDemanded
    })
  expect(wrong).toEqual([])
})

const namesOfFiles = names.filter(name => name !== 'BRANDING_FILE')

describe('a setting as a file', () => {
  test('that is missing, or a folder, is refused', () => {
    const told = (name: string, path: string) =>
      problemsIn({ ...complete, ...beside[name], [name]: '', [`${name}_FILE`]: path }).join()
    expect(namesOfFiles.map(name => told(name, join(folder, 'none')))).toEqual(
      namesOfFiles.map(name => `${name}_FILE names a file that cannot be read`),
    )
    expect(told('PEPPER', folder)).toBe('PEPPER_FILE names a file that cannot be read')
  })

  test('is refused beside the setting itself', () => {
    const untold = namesOfFiles.filter(name => {
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
    expect(told.roleGroups).toEqual({ support: ['Help desk', 'Branch'] })
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
