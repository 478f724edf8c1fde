import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

import { staffRoles } from '@ekyc/contract/console/acts'
import { Type } from 'typebox'

import type { CaptureRules, RegisteredDevice } from '../domain/kyc/capture-check.ts'
import { platforms, type SystemEnd } from '../domain/sign-in/operating-systems.ts'
import type { Policy } from '../domain/policy.ts'
import { resultsModes } from '../domain/kyc/results.ts'
import { secondFactors, type SecondFactor } from '../domain/sign-in/second-factor.ts'
import { noRoleGroups, plainRoleGroups, type RoleGroups } from '../domain/staff/staff-roles.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import { isPkcs11Uri } from '../gateways/private-keys/pkcs11-uri.ts'
import {
  acceptedRisks,
  ConfigError,
  longestIdleMs,
  type AdminConfig,
  type Config,
  type ConsoleConfig,
  type DatabaseConfig,
} from './config.ts'
import { settingsIn, type Settings } from './settings.ts'
import type { OtlpSettings } from '../tracing/otlp-exporter.ts'
import { examineBranding, readBranding } from './branding.ts'
import { formerNames, formerSettingsIn } from './former-settings.ts'
import { misspeltSettings } from './misspelt-settings.ts'
import { checkStart, exposedDatabase } from './production-check.ts'
import { belongTogether, certificateFault } from './rsa-pem.ts'
import { shippedDevices } from './shipped-devices.ts'
import shippedSystemEnds from './system-ends.json' with { type: 'json' }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Names of settings that other programs read from the same environment. */
const settingsOfOthers = [
  'ADMIN_OPERATOR',
  'ADMIN_ACCOUNT',
  'SANDBOX_PORT',
  'DEVICE_PORT',
  'CHROMIUM_PATH',
  'CONSOLE_PORT',
  'CONSOLE_ORIGIN',
  'CONSOLE_FOLDER',
  'CONSOLE_IDLE_LIMIT_MS',
  'FOUR_EYES',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ROLES_CLAIM',
  'OIDC_ROLES',
  'OIDC_ACR',
]

/**
 * Reads the server's settings from the environment. An empty variable counts as unset. A setting comes as NAME, or as
 * a file in NAME_FILE, which is better for a secret. `NODE_ENV` has no effect.
 * @param args the arguments of the program; with --no-sandbox, the settings are those of a production
 * @throws ConfigError that lists every bad variable
 */
export function configFrom(env: NodeJS.ProcessEnv, args: readonly string[] = []): Config {
  const { config, problems } = examineSettings(env, args)
  refuse(problems)
  return config
}

/** Reads the settings and returns all problems. A setting with a problem has a default or unusable value. */
export function examineSettings(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): { config: Config; problems: string[] } {
  const problems: string[] = []
  const read = settingsIn(env, problems)
  const demoData = read.onOff('DEMO_DATA', false)
  const overHttps = read.onOff('OVER_HTTPS', false)
  const production = overHttps || args.includes('--no-sandbox') || !demoData

  const config: Config = {
    production,
    warnings: [],
    ...databaseConfig(read),
    ...listenerFrom(read),
    port: read.integer('PORT', 8080, 0, 65_535) ?? 0,
    portalFolder: resolve(portalFolderFrom(read)),
    demoData,
    apiReference: read.onOff('API_DOCS', false),
    ...otpWording(read),
    consentRequired: read.onOff('CONSENT_REQUIRED', true),
    acceptedRisks: read.choices('ACCEPTED_RISKS', acceptedRisks),
    verifiesTls: read.optional('NODE_TLS_REJECT_UNAUTHORIZED') !== '0',
    secondFactor: secondFactorFrom(read, production),
    sessionIdleLimitMs: read.integer(
      'SESSION_IDLE_LIMIT_MS',
      production ? longestIdleMs : undefined,
      1_000,
      600_000_000,
    ),
    dpopRequired: read.onOff('DPOP_REQUIRED', false),
    overHttps,
    ...processFrom(read),
    // One core stays free for all work except password hashes.
    hashesAtOnce: read.integer('HASHES_AT_ONCE', Math.max(1, cpus().length - 1), 1, 256) ?? 1,
    peppers: read.secrets('PEPPER'),
    outboxKeys: read.secretBoxKeys('OUTBOX_KEY'),
    auditKeys: read.secretBoxKeys('AUDIT_KEY'),
    authorityTimeoutMs: read.integer('AUTHORITY_TIMEOUT_MS', 25_000, 100, 60_000) ?? 0,
    authority: {
      url: read.url('AUTHORITY_URL'),
      auaCode: read.required('AUA_CODE'),
      subAuaCode: read.optional('SUB_AUA_CODE'),
      licenceKey: read.issued('AUA_LICENCE_KEY'),
      asaLicenceKey: read.issued('ASA_LICENCE_KEY'),
      signingKey: read.privateKeys('AUA_SIGNING_KEY')[0] ?? '',
      signingCertificate: read.pems('AUA_SIGNING_CERTIFICATE', certificateFault)[0] ?? '',
      decryptionKeys: read.privateKeys('KUA_DECRYPTION_KEY'),
      authorityCertificates: read.pems('AUTHORITY_SIGNING_CERTIFICATE', certificateFault),
    },
    kuaCertificates: read.pemsIfAny('KUA_CERTIFICATE', certificateFault),
    pkcs11: read.pkcs11(),
    results: resultsFrom(read, production),
    bank: bankFrom(read),
    sms: smsFrom(read),
    captureRules: captureRulesFrom(read, production),
    systems: {
      ends: systemEndsFrom(read),
      refusesOld: read.choice('OLD_SYSTEMS', ['tell', 'refuse']) === 'refuse',
    },
  }
  findDisagreements(config, read)
  const branding = examineBranding(config.brandingFile)
  for (const problem of branding.problems) read.tell(`BRANDING_FILE: ${problem}`)
  const misspelt = misspeltSettings(env, new Set([...read.known, ...settingsOfOthers, ...formerNames]))
  const startProblems = checkStart(config, {
    branding: branding.branding,
    rawKeys: ['PEPPER', 'OUTBOX_KEY', 'AUDIT_KEY', 'BANK_SECRET'].map(name => ({
      name,
      values: read.list(name),
    })),
    misspelt: misspelt.map(({ name, meant }) => `${name} is no setting: did you mean ${meant}?`),
    userId: process.getuid?.(),
  })
  // Skips a problem of a setting that already has a problem, so that each setting is reported once.
  const isToldAlready = (told: string) =>
    read.wrong(told.split(' ', 1)[0] ?? '') ||
    (read.wrong('ACCEPTED_RISKS') && told.includes('(ACCEPTED_RISKS='))
  startProblems.problems.filter(told => !isToldAlready(told)).forEach(read.tell)
  const warnings = [...startProblems.warnings, ...formerSettingsIn(env), ...read.formerNumbers()]
  return { config: { ...config, warnings }, problems }
}

/** Reads SECOND_FACTOR, which a production must set. In a demo, the default is no second factor (product.md). */
function secondFactorFrom(read: Settings, production: boolean): SecondFactor {
  const chosen = read.choice('SECOND_FACTOR', secondFactors)
  if (production && !chosen && !read.wrong('SECOND_FACTOR'))
    read.tell('SECOND_FACTOR is missing: required (a passkey, or password and OTP), offered, or off')
  return chosen ?? 'off'
}

function processFrom(
  read: Settings,
): Pick<Config, 'trustedProxies' | 'httpLimits' | 'logLevel' | 'drainMs' | 'traces'> {
  return {
    trustedProxies: read.networks('TRUSTED_PROXIES'),
    httpLimits: {
      headersMs: read.integer('HEADERS_TIMEOUT_MS', 10_000, 100, 60_000) ?? 0,
      requestMs: read.integer('REQUEST_TIMEOUT_MS', 20_000, 100, 120_000) ?? 0,
      maxInFlight: read.integer('MAX_IN_FLIGHT', 1_000, 1, 100_000) ?? 0,
      bodyBytesInAll: (read.integer('BODY_MEMORY_MB', 64, 1, 65_536) ?? 0) * 2 ** 20,
      maxConnections: read.integer('MAX_CONNECTIONS', 10_000, 10, 1_000_000) ?? 0,
    },
    logLevel: read.choice('LOG_LEVEL', logLevels) ?? 'info',
    drainMs: read.integer('DRAIN_MS', 5_000, 0, 120_000) ?? 0,
    traces: tracesFrom(read),
  }
}

function listenerFrom(read: Settings): Pick<Config, 'host' | 'metricsPort'> {
  return {
    host: read.host('HOST', '127.0.0.1'),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, 65_535),
  }
}

const Device = Type.Object({
  dpId: Type.String({ minLength: 1 }),
  rdsId: Type.String({ minLength: 1 }),
  mi: Type.String({ minLength: 1 }),
  level: Type.Enum(['L0', 'L1']),
})

/** Checks PORTAL_FOLDER only, because the server's start checks the default folder. */
function portalFolderFrom(read: Settings): string {
  const named = read.optional('PORTAL_FOLDER')
  if (named !== undefined && !existsSync(join(named, 'index.en.html')))
    read.tell('PORTAL_FOLDER must be a folder with the built portal')
  return named ?? join('product', 'portal', 'dist')
}

/** By default, production accepts only L1 devices of a registry (decision 0048). */
function captureRulesFrom(read: Settings, production: boolean): CaptureRules {
  const devices = devicesFrom(read, production)
  const level1Only = read.onOff('LEVEL_1_ONLY', production)
  return { keyIds: read.days('AUTHORITY_KEY_IDS'), devices, level1Only }
}

/** Without DEVICE_REGISTRY, a demo gets undefined and accepts every certified device. */
function devicesFrom(read: Settings, production: boolean): readonly RegisteredDevice[] | undefined {
  const own = read.json<RegisteredDevice[]>(
    'DEVICE_REGISTRY',
    Type.Array(Device, { minItems: 1 }),
    'a list of devices, each with dpId, rdsId, mi and level (L0 or L1)',
  )
  return own ?? (production ? shippedDevices : undefined)
}

const SystemEnds = Type.Array(
  Type.Object({
    platform: Type.Enum([...platforms]),
    below: Type.String({ pattern: String.raw`^\d{1,3}(\.\d{1,5})*$` }),
    system: Type.String({ minLength: 1, maxLength: 40 }),
    endsOn: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` }),
  }),
)

function systemEndsFrom(read: Settings): readonly SystemEnd[] {
  const own = read.json<SystemEnd[]>(
    'SYSTEM_ENDS',
    SystemEnds,
    'a list of systems, each with platform, below, system and endsOn',
  )
  return own ?? shippedSystemEnds
}

function findDisagreements(config: Config, read: Settings): void {
  const { captureRules, authority, pkcs11, metricsPort, port } = config
  if (captureRules.level1Only && !captureRules.devices && !read.wrong('DEVICE_REGISTRY'))
    read.tell('LEVEL_1_ONLY needs DEVICE_REGISTRY, which tells the level of each device')
  if (captureRules.level1Only && captureRules.devices?.every(({ level }) => level !== 'L1'))
    read.tell('DEVICE_REGISTRY names no L1 device, and LEVEL_1_ONLY takes no other')
  if (metricsPort === port && port !== 0) read.tell('METRICS_PORT must differ from PORT')
  const isPairGiven = !read.wrong('AUA_SIGNING_KEY') && !read.wrong('AUA_SIGNING_CERTIFICATE')
  const isInModule = isPkcs11Uri(authority.signingKey)
  const needsModule =
    (isInModule && !read.wrong('AUA_SIGNING_KEY')) ||
    (authority.decryptionKeys.some(isPkcs11Uri) && !read.wrong('KUA_DECRYPTION_KEY')) ||
    (config.results.sealingKeys.some(isPkcs11Uri) && !read.wrong('SEALING_KEY'))
  if (needsModule && !pkcs11 && !read.wrong('PKCS11_MODULE'))
    read.tell('PKCS11_MODULE and PKCS11_PIN are missing, which a pkcs11: address needs')
  // A key in a hardware module is compared with its certificate later, when the server opens the key.
  if (isPairGiven && !isInModule && !belongTogether(authority.signingKey, authority.signingCertificate))
    read.tell('AUA_SIGNING_KEY is not the key of AUA_SIGNING_CERTIFICATE')
  const isOfOurKeys = (pem: string) =>
    authority.decryptionKeys.some(key => isPkcs11Uri(key) || belongTogether(key, pem))
  const isKuaGiven = !read.wrong('KUA_CERTIFICATE') && !read.wrong('KUA_DECRYPTION_KEY')
  if (isKuaGiven && !config.kuaCertificates.every(isOfOurKeys))
    read.tell('KUA_CERTIFICATE is not of a key of KUA_DECRYPTION_KEY')
}

/**
 * Reads the settings of the admin command line, which works without the authority's keys.
 * @throws ConfigError
 */
export function adminConfigFrom(env: NodeJS.ProcessEnv): AdminConfig {
  const problems: string[] = []
  const read = settingsIn(env, problems)
  const database = databaseConfig(read)
  const vaultUrl = read.databaseUrl('VAULT_DATABASE_URL')
  const isDemo = read.onOff('DEMO_DATA', false)
  for (const [name, databaseUrl] of Object.entries({
    DATABASE_URL: database.databaseUrl,
    VAULT_DATABASE_URL: vaultUrl,
  })) {
    const exposure = exposedDatabase({ ...database, databaseUrl }, name)
    if (exposure !== undefined && !isDemo && !read.wrong(name)) read.tell(exposure)
  }
  const config = {
    ...database,
    vaultUrl,
    operator: read.optional('ADMIN_OPERATOR'),
    account: read.optional('ADMIN_ACCOUNT'),
    auditKeys: read.secretBoxKeys('AUDIT_KEY'),
    // Off by default: only the console demands FOUR_EYES, and without a console no second person could vote.
    fourEyes: read.choice('FOUR_EYES', ['on', 'off']) === 'on',
  }
  refuse(problems)
  return config
}

/**
 * Reads the keys that encrypt stored messages.
 * @throws ConfigError
 */
export function outboxKeysFrom(env: NodeJS.ProcessEnv): SecretBoxKeys {
  const problems: string[] = []
  const keys = settingsIn(env, problems).secretBoxKeys('OUTBOX_KEY')
  refuse(problems)
  return keys
}

/** @throws ConfigError that lists every bad setting of the policy */
export function policyOf(env: NodeJS.ProcessEnv): Policy {
  const problems: string[] = []
  const policy = settingsIn(env, problems).policy()
  refuse(problems)
  return policy
}

/**
 * Reads the settings of the console's process.
 * @param args the arguments of the program; with --no-sandbox, the settings are those of a production
 * @throws ConfigError
 */
export function consoleConfigFrom(env: NodeJS.ProcessEnv, args: readonly string[] = []): ConsoleConfig {
  const part = partFrom(env, read => {
    const database = databaseConfig(read)
    const overHttps = read.onOff('OVER_HTTPS', false)
    const production = overHttps || args.includes('--no-sandbox') || !read.onOff('DEMO_DATA', false)
    const origin = read.origin('CONSOLE_ORIGIN')
    const fourEyes = read.choice('FOUR_EYES', ['on', 'off'])
    if (production) {
      const exposure = exposedDatabase(database)
      if (exposure !== undefined && !read.wrong('DATABASE_URL')) read.tell(exposure)
      if (origin === undefined && !read.wrong('CONSOLE_ORIGIN')) read.tell('CONSOLE_ORIGIN is missing')
      if (fourEyes === undefined && !read.wrong('FOUR_EYES'))
        read.tell('FOUR_EYES is missing: on, or off where one person may do what needs two')
      if (!overHttps && !read.choices('ACCEPTED_RISKS', acceptedRisks).includes('no-https'))
        read.tell('OVER_HTTPS must be on (ACCEPTED_RISKS=no-https)')
    }
    return {
      production,
      ...database,
      ...listenerFrom(read),
      ...processFrom(read),
      overHttps,
      port: read.integer('CONSOLE_PORT', consolePort, 0, 65_535),
      origin,
      folder: resolve(read.text('CONSOLE_FOLDER', join('product', 'console', 'dist'))),
      idleLimitMs: read.integer('CONSOLE_IDLE_LIMIT_MS', 900_000, 60_000, 36_000_000) ?? 0,
      fourEyes: fourEyes !== 'off',
      fourEyesTold: fourEyes === 'on',
      ...providerFrom(read, production),
      devices: devicesFrom(read, production),
      auditKeys: read.secretBoxKeys('AUDIT_KEY'),
      outboxKeys: read.secretBoxKeys('OUTBOX_KEY'),
    }
  })
  const { brandingFile, policy } = otpWording(settingsIn(env, []))
  return { ...part, policy, branding: readBranding(brandingFile) }
}

const consolePort = 8070

function providerFrom(read: Settings, production: boolean): Pick<ConsoleConfig, 'provider' | 'roleGroups'> {
  const groups = Type.Optional(Type.Array(Type.String({ minLength: 1 })))
  const roleGroups =
    read.json<Partial<RoleGroups>>(
      'OIDC_ROLES',
      Type.Object(Object.fromEntries(staffRoles.map(role => [role, groups])), {
        additionalProperties: false,
      }),
      'the groups of each role, such as {"support":["Help desk"]}',
    ) ?? plainRoleGroups
  const rolesClaim = read.text('OIDC_ROLES_CLAIM', 'roles')
  const acr = read.list('OIDC_ACR')
  const isSet = read.optional('OIDC_ISSUER') !== undefined
  if (!isSet && !read.wrong('OIDC_ISSUER'))
    read.tell(
      "OIDC_ISSUER is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET name the bank's OpenID Connect provider, by which alone the staff sign in",
    )
  const issuer = isSet ? read.url('OIDC_ISSUER') : ''
  if (production && issuer.startsWith('http:')) read.tell('OIDC_ISSUER must be an https address')
  const provider = {
    issuer,
    clientId: isSet ? read.required('OIDC_CLIENT_ID') : '',
    clientSecret: isSet ? read.issued('OIDC_CLIENT_SECRET') : '',
    rolesClaim,
    acr,
  }
  return { provider, roleGroups: { ...noRoleGroups, ...roleGroups } }
}

export type ConsoleDoorSettings = {
  /** True if the settings name the console's port or address, and the port is not off. */
  isTold: boolean
  fourEyes: 'on' | 'off' | undefined
  issuer: string | undefined
  origin: string
}

/** @throws ConfigError that lists every bad variable */
export function consoleDoorFrom(env: NodeJS.ProcessEnv): ConsoleDoorSettings {
  const { door, problems } = examineConsoleDoor(env)
  refuse(problems)
  return door
}

/** A setting with a problem has a default or unusable value. */
export function examineConsoleDoor(env: NodeJS.ProcessEnv): {
  door: ConsoleDoorSettings
  problems: string[]
} {
  const problems: string[] = []
  const read = settingsIn(env, problems)
  const isOff = read.optional('CONSOLE_PORT') === 'off'
  const port = isOff ? consolePort : read.integer('CONSOLE_PORT', consolePort, 0, 65_535)
  const origin = read.origin('CONSOLE_ORIGIN')
  const door = {
    isTold: !isOff && (origin ?? read.optional('CONSOLE_PORT')) !== undefined,
    fourEyes: read.choice('FOUR_EYES', ['on', 'off']),
    issuer: read.optional('OIDC_ISSUER') === undefined ? undefined : read.url('OIDC_ISSUER'),
    origin: origin ?? `http://localhost:${port}`,
  }
  return { door, problems }
}

/** @throws ConfigError that lists every bad variable */
export function bankSettingsFrom(env: NodeJS.ProcessEnv): Config['bank'] {
  return partFrom(env, bankFrom)
}

/** @throws ConfigError that lists every bad variable */
export function smsSettingsFrom(env: NodeJS.ProcessEnv): Config['sms'] {
  return partFrom(env, smsFrom)
}

function partFrom<Part>(env: NodeJS.ProcessEnv, readPart: (read: Settings) => Part): Part {
  const problems: string[] = []
  const part = readPart(settingsIn(env, problems))
  refuse(problems)
  return part
}

function bankFrom(read: Settings): Config['bank'] {
  return {
    url: read.url('BANK_URL'),
    secret: read.secret('BANK_SECRET'),
    deadlineMs: read.integer('BANK_TIMEOUT_MS', 5_000, 100, 30_000) ?? 0,
  }
}

/** Reads the place where results wait for the bank. A production must set RESULTS. A demo's default is the outbox. */
function resultsFrom(read: Settings, production: boolean): Config['results'] {
  const mode = read.choice('RESULTS', resultsModes)
  const vaultUrl = read.databaseUrl('VAULT_DATABASE_URL')
  const sealingKeys = read.privateKeysIfAny('SEALING_KEY')
  if (mode === undefined && production && !read.wrong('RESULTS'))
    read.tell('RESULTS is missing: vault, pass-through or outbox, where e-KYC waits for the bank')
  if (mode === 'vault' && vaultUrl === undefined && !read.wrong('VAULT_DATABASE_URL'))
    read.tell('VAULT_DATABASE_URL is missing, which RESULTS=vault needs')
  if (vaultUrl !== undefined && sealingKeys.length === 0 && !read.wrong('SEALING_KEY'))
    read.tell('SEALING_KEY is missing, which VAULT_DATABASE_URL needs')
  return {
    mode: mode ?? 'outbox',
    passThroughMs: read.integer('PASS_THROUGH_MS', 3_000, 100, 10_000) ?? 0,
    vaultUrl,
    sealingKeys,
  }
}

function smsFrom(read: Settings): Config['sms'] {
  return {
    url: read.url('SMS_URL'),
    key: read.issued('SMS_KEY'),
    deadlineMs: read.integer('SMS_TIMEOUT_MS', 5_000, 100, 30_000) ?? 0,
  }
}

function otpWording(read: Settings): Pick<Config, 'policy' | 'brandingFile' | 'portalOrigin'> {
  return {
    policy: read.policy(),
    brandingFile: read.text('BRANDING_FILE', join('branding', 'default.json')),
    portalOrigin: read.origin('PORTAL_ORIGIN'),
  }
}

function databaseConfig(read: Settings): DatabaseConfig {
  return {
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    dataDir: read.folder('DATA_DIR', './data'),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 10, 1, 1_000) ?? 0,
    databasePooler: read.choice('DATABASE_POOLER', ['transaction']),
    databaseNetwork: read.choice('DATABASE_NETWORK', ['trusted']),
    migrate: read.onOff('MIGRATE', true),
  }
}

function refuse(problems: string[]): void {
  if (problems.length > 0)
    throw new ConfigError(
      `The settings cannot be used:\n${problems.map(problem => `  ${problem}\n`).join('')}`.trimEnd(),
    )
}

function tracesFrom(read: Settings): OtlpSettings | undefined {
  const headers = read.pairs('OTEL_EXPORTER_OTLP_HEADERS')
  const resourceAttributes = read.pairs('OTEL_RESOURCE_ATTRIBUTES')
  const serviceName = read.text('OTEL_SERVICE_NAME', resourceAttributes['service.name'] ?? 'ekyc-server')
  if (read.optional('OTEL_EXPORTER_OTLP_ENDPOINT') === undefined) return undefined
  return { endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'), headers, serviceName, resourceAttributes }
}
