import { resolve } from 'node:path'

import { noRoleGroups, roleGroupsOfSameName } from '../domain/staff/permissions.ts'
import type { AuthoritySettings } from '../gateways/identity-authority/identity-authority.ts'
import { isPkcs11Uri } from '../gateways/private-keys/pkcs11-uri.ts'
import { examineBranding, readBranding } from './branding.ts'
import { ConfigError, longestIdleMs, type ServerConfig } from './config.ts'
import { isKeyOfCertificate } from './key-checks.ts'
import { checkConfigAtStart, databaseExposure } from './production-check.ts'
import { defaultConsolePort, settingNames, createSettingsReader, type SettingsReader } from './settings.ts'
import { defaultRegistry } from './device-registry.ts'
import shippedSystemEnds from './system-ends.json' with { type: 'json' }
import { misspeltSettings } from './misspelt-settings.ts'

/** Only other programs read these from the same environment. */
const settingsOfOthers = ['SANDBOX_PORT', 'DEVICE_PORT', 'CHROMIUM_PATH']

/**
 * An empty variable counts as unset. A setting comes as NAME, or as a file in NAME_FILE, which is better for a secret.
 * `NODE_ENV` has no effect.
 * @param args with --no-sandbox, the settings are those of a production
 * @throws ConfigError that lists every bad variable
 */
export function readServerConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []): ServerConfig {
  const { config, problems } = examineSettings(env, args)
  refuseProblems(problems)
  return config
}

/** A setting with a problem has a default or unusable value. */
export function examineSettings(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): { config: ServerConfig; problems: string[] } {
  const problems: string[] = []
  const settings = createSettingsReader(env, problems)
  const config = serverConfigFrom(settings, args)
  checkTogether(config, settings)
  const { branding, problems: brandingProblems } = examineBranding(config.brandingFile)
  problems.push(...brandingProblems.map(problem => `BRANDING_FILE: ${problem}`))
  const misspelt = misspeltSettings(env, new Set<string>([...settingNames, ...settingsOfOthers]))
  const atStart = checkConfigAtStart(config, {
    branding,
    rawKeys: (['PEPPER', 'OUTBOX_KEY', 'AUDIT_KEY', 'BANK_SECRET'] as const).map(name => ({
      name,
      values: settings.list(name),
    })),
    misspelt: misspelt.map(({ name, meant }) => `${name} is no setting: did you mean ${meant}?`),
    userId: process.getuid?.(),
  })
  const isToldAlready = (told: string) =>
    settings.hasProblem(told.split(' ', 1)[0] ?? '') ||
    (settings.hasProblem('ACCEPTED_RISKS') && told.includes('(ACCEPTED_RISKS='))
  problems.push(...atStart.problems.filter(told => !isToldAlready(told)))
  return { config: { ...config, warnings: atStart.warnings }, problems }
}

export function serverConfigFrom(settings: SettingsReader, args: readonly string[]) {
  const { read, refuse } = settings
  const isProduction = isProductionStart(settings, args)
  const secondFactor = read('SECOND_FACTOR')
  if (isProduction && !secondFactor)
    refuse('SECOND_FACTOR', 'is missing: required (a passkey, or password and OTP), offered, or off')
  return {
    /** False only for a demo that is not behind https and runs without --no-sandbox (decision 0029). */
    production: isProduction,
    warnings: [] as string[],
    ...databaseConfigFrom(settings),
    ...processConfigFrom(settings),
    policy: read('POLICY'),
    port: read('PORT'),
    portalFolder: resolve(read('PORTAL_FOLDER')),
    demoData: read('DEMO_DATA'),
    apiReference: read('API_DOCS'),
    brandingFile: read('BRANDING_FILE'),
    portalOrigin: read('PORTAL_ORIGIN'),
    consentRequired: read('CONSENT_REQUIRED'),
    acceptedRisks: read('ACCEPTED_RISKS'),
    verifiesTls: read('NODE_TLS_REJECT_UNAUTHORIZED') !== '0',
    secondFactor: secondFactor ?? 'off',
    sessionIdleLimitMs: read('SESSION_IDLE_LIMIT_MS') ?? (isProduction ? longestIdleMs : undefined),
    dpopRequired: read('DPOP_REQUIRED'),
    hashesAtOnce: read('HASHES_AT_ONCE'),
    peppers: read('PEPPER'),
    authorityTimeoutMs: read('AUTHORITY_TIMEOUT_MS'),
    authority: authorityFrom(settings),
    /** Only to check the keys and to watch the expiry. */
    kuaCertificates: read('KUA_CERTIFICATE'),
    pkcs11: pkcs11From(settings),
    results: resultsFrom(settings, isProduction),
    bank: bankFrom(settings),
    sms: smsFrom(settings),
    /** By default, production accepts only L1 devices of a registry (decision 0048). */
    captureRules: {
      keyIds: read('AUTHORITY_KEY_IDS'),
      devices: devicesFrom(settings, isProduction),
      level1Only: read('LEVEL_1_ONLY') ?? isProduction,
    },
    systems: {
      ends: read('SYSTEM_ENDS') ?? shippedSystemEnds,
      refusesOld: read('OLD_SYSTEMS') === 'refuse',
    },
  }
}

function isProductionStart({ read }: SettingsReader, args: readonly string[]): boolean {
  return read('OVER_HTTPS') || args.includes('--no-sandbox') || !read('DEMO_DATA')
}

export function databaseConfigFrom({ read }: SettingsReader) {
  return {
    databaseUrl: read('DATABASE_URL'),
    dataDir: read('DATA_DIR'),
    databaseConnections: read('DATABASE_CONNECTIONS'),
    databasePooler: read('DATABASE_POOLER'),
    databaseNetwork: read('DATABASE_NETWORK'),
    migrate: read('MIGRATE'),
  }
}

/** The settings that the server and the console share, each in its own process. */
function processConfigFrom({ read, textOf }: SettingsReader) {
  const resourceAttributes = read('OTEL_RESOURCE_ATTRIBUTES')
  const traces = {
    headers: read('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read('OTEL_SERVICE_NAME') ?? resourceAttributes['service.name'] ?? 'ekyc-server',
    resourceAttributes,
  }
  return {
    host: read('HOST'),
    metricsPort: read('METRICS_PORT'),
    trustedProxies: read('TRUSTED_PROXIES'),
    overHttps: read('OVER_HTTPS'),
    httpLimits: {
      headersMs: read('HEADERS_TIMEOUT_MS'),
      requestMs: read('REQUEST_TIMEOUT_MS'),
      maxInFlight: read('MAX_IN_FLIGHT'),
      bodyBytesInAll: read('BODY_MEMORY_MB') * 2 ** 20,
      maxConnections: read('MAX_CONNECTIONS'),
    },
    logLevel: read('LOG_LEVEL') ?? 'info',
    drainMs: read('DRAIN_MS'),
    traces:
      textOf('OTEL_EXPORTER_OTLP_ENDPOINT') === undefined
        ? undefined
        : { endpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT'), ...traces },
    outboxKeys: read('OUTBOX_KEY'),
    auditKeys: read('AUDIT_KEY'),
  }
}

function authorityFrom({ read }: SettingsReader): AuthoritySettings {
  return {
    url: read('AUTHORITY_URL'),
    auaCode: read('AUA_CODE'),
    subAuaCode: read('SUB_AUA_CODE'),
    licenceKey: read('AUA_LICENCE_KEY'),
    asaLicenceKey: read('ASA_LICENCE_KEY'),
    signingKey: read('AUA_SIGNING_KEY')[0] ?? '',
    signingCertificate: read('AUA_SIGNING_CERTIFICATE')[0] ?? '',
    decryptionKeys: read('KUA_DECRYPTION_KEY'),
    authorityCertificates: read('AUTHORITY_SIGNING_CERTIFICATE'),
  }
}

/** Without DEVICE_REGISTRY, a demo gets undefined and accepts every certified device. */
function devicesFrom({ read }: SettingsReader, isProduction: boolean) {
  return read('DEVICE_REGISTRY') ?? (isProduction ? defaultRegistry : undefined)
}

export function pkcs11From({ read, refuse }: SettingsReader) {
  const module = read('PKCS11_MODULE')
  const pin = read('PKCS11_PIN')
  if (module === undefined) return undefined
  if (pin === undefined) refuse('PKCS11_PIN', 'is missing')
  return { module, pin: pin ?? '' }
}

function resultsFrom({ read, refuse }: SettingsReader, isProduction: boolean) {
  const mode = read('RESULTS')
  const vaultUrl = read('VAULT_DATABASE_URL')
  const sealingKeys = read('SEALING_KEY')
  if (mode === undefined && isProduction)
    refuse('RESULTS', 'is missing: vault, pass-through or outbox, where e-KYC waits for the bank')
  if (mode === 'vault' && vaultUrl === undefined)
    refuse('VAULT_DATABASE_URL', 'is missing, which RESULTS=vault needs')
  if (vaultUrl !== undefined && sealingKeys.length === 0)
    refuse('SEALING_KEY', 'is missing, which VAULT_DATABASE_URL needs')
  return {
    mode: mode ?? 'outbox',
    passThroughMs: read('PASS_THROUGH_MS'),
    /** Results in the vault are delivered in every mode. */
    vaultUrl,
    /** Each as PEM or as an address in the hardware module. The first key seals. */
    sealingKeys,
  }
}

export function bankFrom({ read }: SettingsReader) {
  return { url: read('BANK_URL'), secret: read('BANK_SECRET'), deadlineMs: read('BANK_TIMEOUT_MS') }
}

export function smsFrom({ read }: SettingsReader) {
  return { url: read('SMS_URL'), key: read('SMS_KEY'), deadlineMs: read('SMS_TIMEOUT_MS') }
}

function checkTogether(config: ServerConfig, { hasProblem, refuse }: SettingsReader): void {
  const { captureRules, authority, kuaCertificates, pkcs11, metricsPort, port } = config
  if (captureRules.level1Only && !captureRules.devices && !hasProblem('DEVICE_REGISTRY'))
    refuse('LEVEL_1_ONLY', 'needs DEVICE_REGISTRY, which tells the level of each device')
  if (captureRules.level1Only && captureRules.devices?.every(({ level }) => level !== 'L1'))
    refuse('DEVICE_REGISTRY', 'names no L1 device, and LEVEL_1_ONLY takes no other')
  if (metricsPort === port && port !== 0) refuse('METRICS_PORT', 'must differ from PORT')
  const { signingKey, signingCertificate, decryptionKeys } = authority
  const needsModule = [signingKey, ...decryptionKeys, ...config.results.sealingKeys].some(isPkcs11Uri)
  if (needsModule && !pkcs11)
    refuse('PKCS11_MODULE', 'and PKCS11_PIN are missing, which a pkcs11: address needs')
  // A key in a hardware module is compared with its certificate later, when the server opens the key.
  const isPairGiven = signingKey !== '' && signingCertificate !== '' && !isPkcs11Uri(signingKey)
  if (isPairGiven && !isKeyOfCertificate(signingKey, signingCertificate))
    refuse('AUA_SIGNING_KEY', 'is not the key of AUA_SIGNING_CERTIFICATE')
  const isOfOurKeys = (pem: string) =>
    decryptionKeys.some(key => isPkcs11Uri(key) || isKeyOfCertificate(key, pem))
  if (decryptionKeys.length > 0 && !kuaCertificates.every(isOfOurKeys))
    refuse('KUA_CERTIFICATE', 'is not of a key of KUA_DECRYPTION_KEY')
}

export function readAdminConfig(env: NodeJS.ProcessEnv) {
  return readOrRefuse(env, settings => {
    const { read } = settings
    const database = databaseConfigFrom(settings)
    /** For the role that owns the vault's tables. */
    const vaultUrl = read('VAULT_DATABASE_URL')
    if (!read('DEMO_DATA')) {
      refuseExposed(settings, 'DATABASE_URL', database)
      refuseExposed(settings, 'VAULT_DATABASE_URL', { ...database, databaseUrl: vaultUrl })
    }
    return {
      ...database,
      vaultUrl,
      operator: read('ADMIN_OPERATOR'),
      /** The host machine's account that started the container. */
      account: read('ADMIN_ACCOUNT'),
      auditKeys: read('AUDIT_KEY'),
      // Off by default: only the console demands FOUR_EYES, and without a console no second person could vote.
      fourEyes: read('FOUR_EYES') === 'on',
    }
  })
}

function refuseExposed(
  { refuse }: SettingsReader,
  name: 'DATABASE_URL' | 'VAULT_DATABASE_URL',
  database: Parameters<typeof databaseExposure>[0],
): void {
  const exposure = databaseExposure(database)
  if (exposure !== undefined) refuse(name, exposure)
}

/** The console has no key for requests to the authority. @throws ConfigError */
export function readConsoleConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const part = readOrRefuse(env, settings => {
    const { read } = settings
    const isProduction = isProductionStart(settings, args)
    const config = {
      production: isProduction,
      ...databaseConfigFrom(settings),
      ...processConfigFrom(settings),
      port: read('CONSOLE_PORT'),
      /** Undefined only in a demo, whose origin is then localhost. */
      origin: read('CONSOLE_ORIGIN'),
      folder: resolve(read('CONSOLE_FOLDER')),
      idleLimitMs: read('CONSOLE_IDLE_LIMIT_MS'),
      fourEyes: read('FOUR_EYES') !== 'off',
      /** False in a demo, where four eyes are on unless told. */
      fourEyesSet: read('FOUR_EYES') === 'on',
      provider: providerFrom(settings),
      roleGroups: { ...noRoleGroups, ...(read('OIDC_ROLES') ?? roleGroupsOfSameName) },
      devices: devicesFrom(settings, isProduction),
    }
    if (isProduction) refuseUnsafeConsole(settings, config)
    return config
  })
  // The server and the doctor report problems of these two.
  const { read } = createSettingsReader(env, [])
  return { ...part, policy: read('POLICY'), branding: readBranding(read('BRANDING_FILE')) }
}

function refuseUnsafeConsole(
  settings: SettingsReader,
  config: Parameters<typeof databaseExposure>[0] & { overHttps: boolean; provider: { issuer: string } },
): void {
  const { read, refuse } = settings
  refuseExposed(settings, 'DATABASE_URL', config)
  if (read('CONSOLE_ORIGIN') === undefined) refuse('CONSOLE_ORIGIN', 'is missing')
  if (read('FOUR_EYES') === undefined)
    refuse('FOUR_EYES', 'is missing: on, or off where one person may do what needs two')
  if (!config.overHttps && !read('ACCEPTED_RISKS').includes('no-https'))
    refuse('OVER_HTTPS', 'must be on (ACCEPTED_RISKS=no-https)')
  if (config.provider.issuer.startsWith('http:')) refuse('OIDC_ISSUER', 'must be an https address')
}

function providerFrom({ read, textOf, refuse }: SettingsReader) {
  const isSet = textOf('OIDC_ISSUER') !== undefined
  if (!isSet)
    refuse(
      'OIDC_ISSUER',
      "is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET name the bank's OpenID Connect provider, by which alone the staff sign in",
    )
  return {
    issuer: isSet ? read('OIDC_ISSUER') : '',
    clientId: isSet ? read('OIDC_CLIENT_ID') : '',
    clientSecret: isSet ? read('OIDC_CLIENT_SECRET') : '',
    rolesClaim: read('OIDC_ROLES_CLAIM'),
    acr: read('OIDC_ACR'),
  }
}

export type ConsoleSettings = ReturnType<typeof consoleSettingsFrom>

export function consoleSettingsFrom({ read, textOf }: SettingsReader) {
  const isOff = textOf('CONSOLE_PORT') === 'off'
  const port = isOff ? defaultConsolePort : read('CONSOLE_PORT')
  const origin = read('CONSOLE_ORIGIN')
  return {
    /** True if the settings name the console's port or address, and the port is not off. */
    isConfigured: !isOff && (origin ?? textOf('CONSOLE_PORT')) !== undefined,
    fourEyes: read('FOUR_EYES'),
    issuer: textOf('OIDC_ISSUER') === undefined ? undefined : read('OIDC_ISSUER'),
    origin: origin ?? `http://localhost:${port}`,
  }
}

/** @throws ConfigError that lists every bad variable */
export function readOrRefuse<Part>(
  env: NodeJS.ProcessEnv,
  readPart: (settings: SettingsReader) => Part,
): Part {
  const problems: string[] = []
  const part = readPart(createSettingsReader(env, problems))
  refuseProblems(problems)
  return part
}

function refuseProblems(problems: string[]): void {
  if (problems.length > 0) throw new ConfigError(['The settings cannot be used:', ...problems].join('\n  '))
}
