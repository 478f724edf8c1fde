import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { readAdminConfig, readServerConfig } from './read-config.ts'
import { makeKey } from '../../testing/outside/fake-authority.ts'
import { problemsIn, productionSettings } from '../../testing/production-settings.ts'
import { defaultRegistry } from './device-registry.ts'

const complete = await productionSettings()
const demoBranding = join(import.meta.dirname, '../../../../branding/default.json')
const demo = {
  ...complete,
  DEMO_DATA: 'on',
  OVER_HTTPS: 'off',
  BRANDING_FILE: demoBranding,
  AUTHORITY_URL: 'http://10.9.9.9',
}
const inOutbox = { RESULTS: 'outbox', ACCEPTED_RISKS: 'keys-in-files,results-in-outbox' }
const l1 = { dpId: 'VENDOR.IN', rdsId: 'VENDOR.WIN.001', mi: 'V110', level: 'L1' }
const l0 = { ...l1, level: 'L0' }

const vaultUrl = 'postgres://ekyc_vault:password@vault.bank.example/vault?sslmode=verify-full'
const inVault = {
  RESULTS: 'vault',
  VAULT_DATABASE_URL: vaultUrl,
  SEALING_KEY: 'pkcs11:token=kyc;object=sealing',
  PKCS11_MODULE: import.meta.filename,
  PKCS11_PIN: '1234',
}
const sameDatabase = complete.DATABASE_URL.replace('ekyc_server', 'ekyc_vault')
const sameRespelt = 'postgres://v:p@DATABASE.bank.example:5432/ekyc?sslmode=verify-full'
const inTheClear = 'postgres://u:p@10.9.9.9/vault'
const another = await makeKey('Another')

const folder = mkdtempSync(join(tmpdir(), 'ekyc-production-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const warningsIn = (env: NodeJS.ProcessEnv) => readServerConfig(env).warnings

describe('production', () => {
  test('is every server that does not declare itself a demo', () => {
    expect(readServerConfig(complete).production).toBe(true)
    expect(readServerConfig(demo).production).toBe(false)
  })

  test('includes a demo with --no-sandbox or behind https: then demo data is refused', () => {
    const refusal = 'DEMO_DATA must be off in production: its agents have a public password'
    const ofDemo = { ...complete, DEMO_DATA: 'on' }
    expect(problemsIn(ofDemo)).toEqual([refusal])
    const named = { ...ofDemo, OVER_HTTPS: 'off', ACCEPTED_RISKS: 'no-https,keys-in-files' }
    expect(problemsIn(named, ['--no-sandbox'])).toEqual([refusal])
    expect(problemsIn(demo)).toEqual([])
  })
})

describe('[rule 25] a production is refused', () => {
  // Each row has what is changed, and how the one refusal begins.
  test.each<[env: NodeJS.ProcessEnv, problem: string]>([
    [{ PORTAL_ORIGIN: '' }, 'PORTAL_ORIGIN is missing: passkeys, proofs of possession'],
    [{ SECOND_FACTOR: '' }, 'SECOND_FACTOR is missing: required (a passkey, or password and OTP)'],
    [{ OUTBOX_KEY: complete.PEPPER }, 'PEPPER and OUTBOX_KEY must differ'],
    [{ AUA_SIGNING_KEY: another.privateKey }, 'AUA_SIGNING_KEY is not the key of AUA_SIGNING_CERTIFICATE'],
    [{ KUA_CERTIFICATE: another.certificate }, 'KUA_CERTIFICATE is not of a key of KUA_DECRYPTION_KEY'],
    [{ DEVICE_REGISTRY: JSON.stringify([l0]) }, 'DEVICE_REGISTRY names no L1 device'],
    [{ RESULTS: '' }, 'RESULTS is missing: vault, pass-through or outbox'],
    [{ RESULTS: 'outbox' }, 'RESULTS must be vault or pass-through'],
    [{ RESULTS: 'vault' }, 'VAULT_DATABASE_URL is missing'],
    [{ ...inVault, SEALING_KEY: '' }, 'SEALING_KEY is missing'],
    [{ ...inVault, SEALING_KEY: another.privateKey }, 'SEALING_KEY must be in a hardware module'],
    [{ ...inVault, PKCS11_MODULE: '', PKCS11_PIN: '' }, 'PKCS11_MODULE and PKCS11_PIN are missing'],
    [{ ...inVault, VAULT_DATABASE_URL: sameDatabase }, 'VAULT_DATABASE_URL must name another database'],
    [{ ...inVault, VAULT_DATABASE_URL: sameRespelt }, 'VAULT_DATABASE_URL must name another database'],
    [{ ...inVault, VAULT_DATABASE_URL: inTheClear }, 'VAULT_DATABASE_URL leads over a network'],
  ])('$1', (env, problem) => {
    const [refusal, ...others] = problemsIn({ ...complete, ...env })
    expect({ begins: refusal?.slice(0, problem.length), others }).toEqual({ begins: problem, others: [] })
  })

  test.each(['AUTHORITY_URL', 'BANK_URL', 'SMS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])(
    'whose %s is http beyond this computer',
    name => {
      for (const host of ['10.9.9.9', 'bank.example', '127.0.0.1.bank.example', '[2001:db8::1]'])
        expect(problemsIn({ ...complete, [name]: `http://${host}/path` })).toEqual([
          `${name} must be an https address: http is for this computer alone`,
        ])
      for (const host of ['127.0.0.1:8090', 'localhost', '[::1]:8090'])
        expect(problemsIn({ ...complete, [name]: `http://${host}/path` })).toEqual([])
    },
  )

  describe('whose database is reached in the clear', () => {
    const at = (url: string, others = {}) => problemsIn({ ...complete, DATABASE_URL: url, ...others })
    const clear = 'leads over a network: add sslmode=verify-full'

    test.each([
      ['without TLS', 'postgres://u:p@10.9.9.9/db'],
      ['with TLS switched off', 'postgres://u:p@10.9.9.9/db?sslmode=disable'],
      ['by TLS without a check', 'postgres://u:p@10.9.9.9/db?sslmode=no-verify'],
      ['by TLS that libpq would not check', 'postgres://u:p@10.9.9.9/db?sslmode=require&uselibpqcompat=true'],
      ['at another host than its address says', 'postgres://u:p@127.0.0.1/db?host=10.9.9.9'],
      ['by a socket that is none', 'postgres://u:p@sockets.bank.example/db'],
      ['at one of several hosts', 'postgres://u:p@127.0.0.1,10.9.9.9:5433/db'],
    ])('%s', (_what, url) => {
      expect(at(url)).toEqual([expect.stringContaining(`DATABASE_URL ${clear}`)])
      expect(at(url).join()).not.toMatch(/10\.9\.9\.9|bank\.example/)
      expect(at(url, { DATABASE_NETWORK: 'trusted' })).toEqual([])
      expect(() => readAdminConfig({ AUDIT_KEY: complete.AUDIT_KEY, DATABASE_URL: url })).toThrow(clear)
      const ofDemo = { AUDIT_KEY: complete.AUDIT_KEY, DATABASE_URL: url, DEMO_DATA: 'on' }
      expect(readAdminConfig(ofDemo).databaseUrl).toBe(url)
    })

    test.each([
      ['by verified TLS', 'postgres://u:p@db.bank.example/db?sslmode=verify-full'],
      ['on this computer', 'postgres://u:p@127.0.0.1:6432/db'],
      ['by a socket', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/db'],
      ['by a socket that a parameter names', 'postgres:///db?host=/var/run/postgresql'],
    ])('but not %s', (_what, url) => {
      expect(at(url)).toEqual([])
    })

    test('or whose files of certificates cannot be read', () => {
      expect(at('postgres://u:p@db/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).toEqual([
        'DATABASE_URL must name readable files in sslrootcert, sslcert and sslkey',
      ])
    })
  })

  describe('whose protections are off', () => {
    test.each([
      ['CONSENT_REQUIRED', { CONSENT_REQUIRED: 'off' }, 'no-consent'],
      ['OVER_HTTPS', { OVER_HTTPS: 'off' }, 'no-https'],
      ['LEVEL_1_ONLY', { LEVEL_1_ONLY: 'off', DEVICE_REGISTRY: JSON.stringify([l1]) }, 'level-0'],
    ])('%s, unless the bank names the risk, of which every start warns', (name, off, risk) => {
      expect(problemsIn({ ...complete, ...off })).toEqual([expect.stringMatching(`^${name} must be on: `)])
      const accepted = { ...complete, ...off, ACCEPTED_RISKS: `keys-in-files,${risk}` }
      expect(problemsIn(accepted)).toEqual([])
      expect(warningsIn(accepted).filter(said => said.startsWith('ACCEPTED_RISKS'))).toEqual([
        expect.stringContaining(risk),
      ])
    })

    test('by private keys in files, unless the bank names the risk', () => {
      const refusal = [
        expect.stringMatching('^AUA_SIGNING_KEY and KUA_DECRYPTION_KEY must be pkcs11: addresses'),
      ]
      const without = { ...complete, ACCEPTED_RISKS: '', PKCS11_MODULE: process.execPath, PKCS11_PIN: '1234' }
      const inModule = 'pkcs11:token=kyc;object=key'
      expect(problemsIn(without)).toEqual(refusal)
      expect(problemsIn({ ...without, AUA_SIGNING_KEY: inModule })).toEqual(refusal)
      expect(problemsIn({ ...without, KUA_DECRYPTION_KEY: inModule })).toEqual(refusal)
      const both = { AUA_SIGNING_KEY: inModule, KUA_DECRYPTION_KEY: inModule }
      expect(problemsIn({ ...without, ...both })).toEqual([])
      expect(problemsIn({ ...demo, ACCEPTED_RISKS: '' })).toEqual([])
    })
  })

  describe('whose results wait', () => {
    test('as the bank has decided: all three are taken, the outbox by its name and with a warning', () => {
      expect(readServerConfig({ ...complete, ...inVault }).results).toMatchObject({ mode: 'vault', vaultUrl })
      expect(readServerConfig(complete).results.mode).toBe('pass-through')
      expect(readServerConfig({ ...complete, ...inOutbox }).results.mode).toBe('outbox')
      expect(warningsIn({ ...complete, ...inOutbox })).toContain(
        'ACCEPTED_RISKS switches protections off that a production needs: keys-in-files, results-in-outbox',
      )
      expect(readServerConfig({ ...demo, RESULTS: '' }).results.mode).toBe('outbox')
    })

    test('the command line brings a vault up to date by an address of the same safety', () => {
      const settings = { AUDIT_KEY: complete.AUDIT_KEY, VAULT_DATABASE_URL: vaultUrl }
      expect(readAdminConfig(settings).vaultUrl).toBe(vaultUrl)
      expect(() => readAdminConfig({ ...settings, VAULT_DATABASE_URL: 'postgres://u:p@10.9.9.9/v' })).toThrow(
        'VAULT_DATABASE_URL leads over a network',
      )
    })
  })

  test('whose submits may take longer than a proxy waits', () => {
    const together = (authority: number, bank: number, env: NodeJS.ProcessEnv = inOutbox) =>
      problemsIn({ ...complete, ...env, AUTHORITY_TIMEOUT_MS: `${authority}`, BANK_TIMEOUT_MS: `${bank}` })
    expect(together(28_000, 5_000)).toEqual([])
    expect(together(25_000, 5_000, {})).toEqual([])
    expect(together(25_001, 5_000, {})).toEqual([
      expect.stringMatching('^AUTHORITY_TIMEOUT_MS and BANK_TIMEOUT_MS, with PASS_THROUGH_MS, must be 33000'),
    ])
    for (const [authority, bank] of [
      [60_000, 5_000],
      [25_000, 8_001],
    ] as const)
      expect(together(authority, bank)).toEqual([
        expect.stringMatching('^AUTHORITY_TIMEOUT_MS and BANK_TIMEOUT_MS must be 33000 together at most'),
      ])
  })

  test("with the demo's branding: none named, the demo's own, or a copy that keeps the demo's words", () => {
    const copy = join(folder, 'copy.json')
    const words = { ...(JSON.parse(readFileSync(demoBranding, 'utf8')) as object), bankName: 'My Bank' }
    writeFileSync(copy, JSON.stringify(words))
    for (const file of ['', demoBranding])
      expect(problemsIn({ ...complete, BRANDING_FILE: file })).toEqual([
        expect.stringMatching(
          /^BRANDING_FILE must name the bank's own file: bankName, .*consent are the demo's$/,
        ),
      ])
    expect(problemsIn({ ...complete, BRANDING_FILE: copy })).toEqual([
      expect.stringMatching(/^BRANDING_FILE must name the bank's own file: copyright, /),
    ])
  })

  test('with a misspelt setting, which would not count', () => {
    expect(problemsIn({ ...complete, SMS_KEYY: 'x', AUTHORITY_TIMEOUT: '5' })).toEqual([
      'SMS_KEYY is no setting: did you mean SMS_KEY?',
      'AUTHORITY_TIMEOUT is no setting: did you mean AUTHORITY_TIMEOUT_MS?',
    ])
    expect(warningsIn({ ...demo, SMS_KEYY: 'x' })).toEqual(['SMS_KEYY is no setting: did you mean SMS_KEY?'])
  })
})

describe('the level of devices', () => {
  test('[controls 1.6, 1.24] is L1 only in production, whatever its registry; the bank may override it by a word', () => {
    const registry = { ...complete, DEVICE_REGISTRY: JSON.stringify([l1]) }
    for (const env of [complete, registry]) expect(readServerConfig(env).captureRules.level1Only).toBe(true)
    expect(readServerConfig(registry).captureRules.devices).toEqual([l1])
    expect(readServerConfig({ ...demo, DEVICE_REGISTRY: JSON.stringify([l1]) }).captureRules.level1Only).toBe(
      false,
    )
    const named = { ...registry, LEVEL_1_ONLY: 'off', ACCEPTED_RISKS: 'keys-in-files,level-0' }
    expect(readServerConfig(named).captureRules.level1Only).toBe(false)
  })

  test('[controls 1.6, 1.24] is that of the registry that ships where the bank has none, with a warning; a demo takes all', () => {
    expect(readServerConfig(complete).captureRules.devices).toBe(defaultRegistry)
    expect(warningsIn(complete).join()).toContain('DEVICE_REGISTRY is not set: the registry of 2026-11-26')
    expect(readServerConfig(demo).captureRules.devices).toBeUndefined()
    expect(problemsIn({ ...demo, LEVEL_1_ONLY: 'on' })).toEqual([
      'LEVEL_1_ONLY needs DEVICE_REGISTRY, which tells the level of each device',
    ])
  })

  test('[control 1.6] the registry that ships is in the format of a bank, and each row tells day, source and certainty', () => {
    const own = readServerConfig({ ...complete, DEVICE_REGISTRY: JSON.stringify(defaultRegistry) })
    expect(own.captureRules.devices).toEqual(defaultRegistry)
    for (const { asOf, source, sure } of defaultRegistry) {
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/)
      expect(source.length).toBeGreaterThan(20)
      expect(['authority', 'captures']).toContain(sure)
    }
    const names = defaultRegistry.map(({ dpId, rdsId, mi }) => `${dpId} ${rdsId} ${mi}`)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('the server warns by name', () => {
  const careful = {
    ...complete,
    DEVICE_REGISTRY: JSON.stringify([l1]),
    TRUSTED_PROXIES: '172.30.17.0/28',
  }
  /** Matches the warnings that every test has, since tests may run as root and their keys are PEM. */
  const ofTheTest = /runs as root|^ACCEPTED_RISKS .*: keys-in-files$/
  const withoutRoot = (env: NodeJS.ProcessEnv) => warningsIn(env).filter(said => !ofTheTest.test(said))

  test.each(['DEVICE_REGISTRY', 'TRUSTED_PROXIES', 'DATABASE_URL', 'KUA_CERTIFICATE'])(
    'about a production without %s',
    name => {
      expect(withoutRoot(careful)).toEqual([])
      expect(withoutRoot({ ...careful, [name]: '' })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not set: `)),
      ])
    },
  )

  test.each([
    [{ SECOND_FACTOR: 'offered' }, 'SECOND_FACTOR is offered: a password alone opens a session'],
    [{ SECOND_FACTOR: 'off' }, 'SECOND_FACTOR is off: a password alone opens a session'],
    [
      { SESSION_IDLE_LIMIT_MS: '1800001' },
      'SESSION_IDLE_LIMIT_MS is more than 30 minutes: an unused session stays open',
    ],
  ])('[controls 10, 46] about a production with %o', (setting, sentence) => {
    expect(withoutRoot({ ...careful, ...setting })).toEqual([sentence])
  })

  test('about an OTP text without the mark', () => {
    const file = join(folder, 'without-mark.json')
    const words = JSON.parse(readFileSync(careful.BRANDING_FILE, 'utf8')) as object
    const warned = (oneTimePassword: string) => {
      writeFileSync(file, JSON.stringify({ ...words, font: undefined, sms: { oneTimePassword } }))
      return withoutRoot({ ...careful, BRANDING_FILE: file })
    }
    expect(warned('{otp} {mark}')).toEqual([])
    expect(warned('{otp}')).toEqual([
      expect.stringMatching(/^BRANDING_FILE has a text for OTPs without \{mark\}/),
    ])
  })

  test('about registered texts that lack one to a holder', () => {
    const file = join(folder, 'without-holders.json')
    const words = JSON.parse(readFileSync(careful.BRANDING_FILE, 'utf8')) as {
      sms: { texts: Record<string, object> }
    }
    const { holderLocked: _text, ...texts } = words.sms.texts
    writeFileSync(file, JSON.stringify({ ...words, font: undefined, sms: { ...words.sms, texts } }))
    expect(withoutRoot({ ...careful, BRANDING_FILE: file })).toEqual([
      expect.stringMatching(/^BRANDING_FILE lacks registered texts .*holderVerified/),
    ])
  })

  test('about a production as root', () => {
    const said = warningsIn(careful).filter(warning => warning.startsWith('The server runs as root'))
    expect(said).toHaveLength(process.getuid?.() === 0 ? 1 : 0)
  })

  test('about a demo that the network reaches; any other demo has no warning', () => {
    expect(warningsIn(demo)).toEqual([])
    expect(warningsIn({ ...demo, HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^HOST opens the demo/)])
  })
})
