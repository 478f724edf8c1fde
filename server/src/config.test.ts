import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { configFrom, ConfigError } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'ekyc-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = () => randomBytes(32).toString('base64')
const pem = (what: string) => `-----BEGIN ${what}-----\nAAAA\n-----END ${what}-----\n`

const complete = {
  PEPPER: secret(),
  OUTBOX_KEY: secret(),
  AUDIT_KEY: secret(),
  AUTHORITY_URL: 'https://authority.example/kyc',
  AUA_CODE: 'BANK',
  AUA_LICENCE_KEY: 'MBni88mRNM18dKdiVyDYCuddwXEQpl68dZAGBQ2nsOlGMzC9DkOVL5s',
  ASA_LICENCE_KEY: 'MG_g7jJVYUIW7cLYXY5yaqKD6D1TuhjTJTDPHcb0SudOhVpvpnsEw_A',
  AUA_SIGNING_KEY: pem('PRIVATE KEY'),
  AUA_SIGNING_CERTIFICATE: pem('CERTIFICATE'),
  KUA_DECRYPTION_KEY: pem('PRIVATE KEY'),
  AUTHORITY_SIGNING_CERTIFICATE: pem('CERTIFICATE'),
  AUTHORITY_KEY_IDS: '20280813',
  BANK_URL: 'https://bank.example',
  BANK_SECRET: `whsec_${secret()}`,
  SMS_URL: 'https://sms.example',
  SMS_KEY: 'k-2291-aef0',
}

test('complete settings are taken; what nobody set has the default that decisions.md names', () => {
  expect(configFrom(complete)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: './data',
    consentRequired: true,
    demoData: false,
    apiReference: false,
    sessionIdleLimitMs: undefined,
    authorityTimeoutMs: 25_000,
  })
})

test('without any settings every missing one is named at once', () => {
  const problems = problemsOf({}).replace('The settings cannot be used: ', '').replace(/\.$/, '').split('; ')
  expect(problems.toSorted()).toEqual(
    Object.keys(complete)
      .map(name => `${name} is missing`)
      .toSorted(),
  )
})

test.each(Object.keys(complete))('%s may not be missing, nor empty', name => {
  expect(problemsOf({ ...complete, [name]: undefined })).toBe(told(`${name} is missing`))
  expect(problemsOf({ ...complete, [name]: '' })).toBe(told(`${name} is missing`))
})

const placeholders = [
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
]

test.each(placeholders)('[rule 25] %s is no secret', value => {
  expect(problemsOf({ ...complete, PEPPER: value, BANK_SECRET: value })).toBe(
    told(
      'PEPPER must be at least 32 characters that nobody else knows',
      'BANK_SECRET must be at least 32 characters that nobody else knows',
    ),
  )
})

test('[rule 25] a short secret is refused, and so is one of several', () => {
  const short = randomBytes(20).toString('base64')
  const complaint = told('PEPPER must be at least 32 characters that nobody else knows')
  expect(problemsOf({ ...complete, PEPPER: short })).toBe(complaint)
  expect(problemsOf({ ...complete, PEPPER: `${secret()},${short}` })).toBe(complaint)
})

test.each(['OUTBOX_KEY', 'AUDIT_KEY'])('[rule 25] %s is 32 random bytes, not a word', name => {
  const complaint = told(`${name} must be 32 random bytes in base64 or hex`)
  for (const value of ['changeme', randomBytes(16).toString('base64'), Buffer.alloc(32).toString('base64')])
    expect(problemsOf({ ...complete, [name]: value })).toBe(complaint)
  expect(problemsOf({ ...complete, [name]: `${secret()},changeme` })).toBe(complaint)
  expect(() => configFrom({ ...complete, [name]: randomBytes(32).toString('hex') })).not.toThrow()
})

test.each(['AUA_LICENCE_KEY', 'ASA_LICENCE_KEY', 'SMS_KEY'])(
  '[rule 25] %s, which others issue, may be short but is no placeholder',
  name => {
    for (const value of ['changeme', 'YOUR_LICENSE_KEY', '1234'])
      expect(problemsOf({ ...complete, [name]: value })).toBe(told(`${name} holds a placeholder`))
  },
)

test('of several keys the first is in use, the others are kept', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]
  const both = `${first.toString('base64')}, ${second.toString('hex')}`
  const config = configFrom({
    ...complete,
    OUTBOX_KEY: both,
    AUDIT_KEY: both,
    PEPPER: `${secret()},${secret()}`,
  })
  expect(config.outboxKeys).toEqual([first, second])
  expect(config.auditKeys).toEqual([first, second])
  expect(config.peppers).toHaveLength(2)
})

test('a secret comes from the file that NAME_FILE names, its final newline dropped', () => {
  const file = join(folder, 'pepper')
  const pepper = secret()
  writeFileSync(file, `${pepper}\n`)
  const config = configFrom({ ...complete, PEPPER: undefined, PEPPER_FILE: file })
  expect(config.peppers).toEqual([Buffer.from(pepper)])
})

test('a file that is not there, and one that is empty, are told by the name of the variable', () => {
  const empty = join(folder, 'empty')
  writeFileSync(empty, '\n')
  expect(problemsOf({ ...complete, PEPPER: undefined, PEPPER_FILE: join(folder, 'none') })).toContain(
    'PEPPER_FILE names a file that cannot be read',
  )
  expect(problemsOf({ ...complete, BANK_SECRET: undefined, BANK_SECRET_FILE: empty })).toBe(
    told('BANK_SECRET is missing'),
  )
})

test('every bad variable is listed at once, and none of their values', () => {
  const bad = {
    PORT: '70000',
    AUTHORITY_URL: 'ftp://hidden-authority',
    DEMO_DATA: 'yes-hidden',
    DEVICE_REGISTRY: '{hidden',
    KUA_DECRYPTION_KEY: 'hidden key',
    PEPPER: 'hidden',
    OUTBOX_KEY: 'hidden',
  }
  const text = problemsOf({ ...complete, ...bad })
  for (const name of Object.keys(bad)) expect(text).toContain(name)
  expect(text).not.toMatch(/hidden|70000/)
})

test('what a setting needs beside it is asked for', () => {
  expect(problemsOf({ ...complete, LEVEL_1_ONLY: 'on' })).toBe(
    told('LEVEL_1_ONLY needs DEVICE_REGISTRY, which tells the level of each device'),
  )
})

test('NODE_ENV selects nothing', () => {
  expect(configFrom({ ...complete, NODE_ENV: 'production' })).toEqual(
    configFrom({ ...complete, NODE_ENV: 'test' }),
  )
})

function problemsOf(env: NodeJS.ProcessEnv): string {
  try {
    configFrom(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the settings were taken')
}

function told(...problems: string[]): string {
  return `The settings cannot be used: ${problems.join('; ')}.`
}
