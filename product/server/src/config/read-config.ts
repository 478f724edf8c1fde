import { resolve } from 'node:path'

import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import type { Policy } from '../domain/policy.ts'
import type { SecretBoxKeys } from '../domain/secrets.ts'
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

/** Names of settings that only other programs read from the same environment. */
const settingsOfOthers = ['SANDBOX_PORT', 'DEVICE_PORT', 'CHROMIUM_PATH']

/**
 * Reads the server's settings from the environment. An empty variable counts as unset. A setting comes as NAME, or as
 * a file in NAME_FILE, which is better for a secret. `NODE_ENV` has no effect.
 * @param args the arguments of the program; with --no-sandbox, the settings are those of a production
 * @throws ConfigError that lists every bad variable
 */
export function readServerConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []): ServerConfig {
  const { config, problems } = examineSettings(env, args)
  refuseProblems(problems)
  return config
}

/** Reads the settings and returns all problems. A setting with a problem has a default or unusable value. */
export function examineSettings(
  env: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): { config: ServerConfig; problems: string[] } {
  const problems: string[] = []
  const settings = createSettingsReader(env, problems)
  const config = serverConfigFrom(settings, args)
  checkTogether(config, settings)
  const branding = examineBranding(config.brandingFile)
  for (const problem of branding.problems) settings.addProblem(`BRANDING_FILE: ${problem}`)
  const known = new Set<string>([...settingNames, ...settingsOfOthers])
  const startProblems = checkConfigAtStart(config, {
    branding: branding.branding,
    rawKeys: (['PEPPER', 'OUTBOX_KEY', 'AUDIT_KEY', 'BANK_SECRET'] as const).map(name => ({
      name,
      values: settings.list(name),
    })),
    misspelt: misspeltSettings(env, known).map(
      ({ name, meant }) => `${name} is no setting: did you mean ${meant}?`,
    ),
    userId: process.getuid?.(),
  })
  // Skips a problem of a setting that already has a problem, so that each setting is reported once.
  const isToldAlready = (told: string) =>
    settings.hasProblem(told.split(' ', 1)[0] ?? '') ||
    (settings.hasProblem('ACCEPTED_RISKS') && told.includes('(ACCEPTED_RISKS='))
  startProblems.problems.filter(told => !isToldAlready(told)).forEach(settings.addProblem)
  return { config: { ...config, warnings: startProblems.warnings }, problems }
}

export function serverConfigFrom(settings: SettingsReader, args: readonly string[]) {
  const { read } = settings
  const isProduction = isProductionStart(settings, args)
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
    /** The portal's origin in agents' browsers, such as https://ekyc.bank.example. */
    portalOrigin: read('PORTAL_ORIGIN'),
    consentRequired: read('CONSENT_REQUIRED'),
    acceptedRisks: read('ACCEPTED_RISKS'),
    /** False if Node.js accepts every TLS certificate. */
    verifiesTls: read('NODE_TLS_REJECT_UNAUTHORIZED') !== '0',
    secondFactor: secondFactor(settings, isProduction),
    sessionIdleLimitMs: read('SESSION_IDLE_LIMIT_MS') ?? (isProduction ? longestIdleMs : undefined),
    /** True if the server refuses log-ins and sessions that are not bound to a key. */
    dpopRequired: read('DPOP_REQUIRED'),
    hashesAtOnce: read('HASHES_AT_ONCE'),
    /** The first pepper hashes new passwords. All other peppers verify older hashes. */
    peppers: read('PEPPER'),
    authorityTimeoutMs: read('AUTHORITY_TIMEOUT_MS'),
    authority: authorityFrom(settings),
    /** The certificates of KUA_DECRYPTION_KEY, used only to check the keys and to watch the expiry. */
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
    /** The day on which updates of each operating system ended, and whether log-ins from outdated systems are refused. */
    systems: {
      ends: read('SYSTEM_ENDS') ?? shippedSystemEnds,
      refusesOld: read('OLD_SYSTEMS') === 'refuse',
    },
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

function isProductionStart({ read }: SettingsReader, args: readonly string[]): boolean {
  return read('OVER_HTTPS') || args.includes('--no-sandbox') || !read('DEMO_DATA')
}

/** The settings of the database, which every program reads. */
export function databaseConfigFrom({ read }: SettingsReader) {
  return {
    databaseUrl: read('DATABASE_URL'),
    dataDir: read('DATA_DIR'),
    databaseConnections: read('DATABASE_CONNECTIONS'),
    databasePooler: read('DATABASE_POOLER'),
    /** 'trusted' allows connections to the database in clear text, since nobody else can listen on its network. */
    databaseNetwork: read('DATABASE_NETWORK'),
    /** True if the server migrates the schema at its start. If false, only the command line migrates the schema. */
    migrate: read('MIGRATE'),
  }
}

/** The settings that the server and the console share, each in its own process. */
function processConfigFrom(settings: SettingsReader) {
  const { read } = settings
  return {
    host: read('HOST'),
    /** The port of /metrics. If undefined, the main port serves /metrics, to callers on this machine only. */
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
    traces: tracesFrom(settings),
    outboxKeys: read('OUTBOX_KEY'),
    auditKeys: read('AUDIT_KEY'),
  }
}

/** Reads SECOND_FACTOR, which a production must set. In a demo, the default is no second factor (product.md). */
function secondFactor({ read, hasProblem, addProblem }: SettingsReader, isProduction: boolean) {
  const chosen = read('SECOND_FACTOR')
  if (isProduction && !chosen && !hasProblem('SECOND_FACTOR'))
    addProblem('SECOND_FACTOR is missing: required (a passkey, or password and OTP), offered, or off')
  return chosen ?? 'off'
}

/** Without DEVICE_REGISTRY, a demo gets undefined and accepts every certified device. */
function devicesFrom(
  { read }: SettingsReader,
  isProduction: boolean,
): readonly RegisteredDeviceModel[] | undefined {
  return read('DEVICE_REGISTRY') ?? (isProduction ? defaultRegistry : undefined)
}

export function pkcs11From({ read, hasProblem, addProblem }: SettingsReader) {
  const module = read('PKCS11_MODULE')
  const pin = read('PKCS11_PIN')
  if (module !== undefined && pin === undefined && !hasProblem('PKCS11_PIN'))
    addProblem('PKCS11_PIN is missing')
  return module === undefined ? undefined : { module, pin: pin ?? '' }
}

/** Reads the place where results wait for the bank. A production must set RESULTS. A demo's default is the outbox. */
function resultsFrom({ read, hasProblem, addProblem }: SettingsReader, isProduction: boolean) {
  const mode = read('RESULTS')
  const vaultUrl = read('VAULT_DATABASE_URL')
  const sealingKeys = read('SEALING_KEY')
  if (mode === undefined && isProduction && !hasProblem('RESULTS'))
    addProblem('RESULTS is missing: vault, pass-through or outbox, where e-KYC waits for the bank')
  if (mode === 'vault' && vaultUrl === undefined && !hasProblem('VAULT_DATABASE_URL'))
    addProblem('VAULT_DATABASE_URL is missing, which RESULTS=vault needs')
  if (vaultUrl !== undefined && sealingKeys.length === 0 && !hasProblem('SEALING_KEY'))
    addProblem('SEALING_KEY is missing, which VAULT_DATABASE_URL needs')
  return {
    mode: mode ?? 'outbox',
    /** The time limit for the bank to accept a result in pass-through mode, in ms. */
    passThroughMs: read('PASS_THROUGH_MS'),
    /** Results in the vault are delivered in every mode. */
    vaultUrl,
    /** The keys of SEALING_KEY, each as PEM or as an address in the hardware module. The first key seals. */
    sealingKeys,
  }
}

function bankFrom({ read }: SettingsReader) {
  return { url: read('BANK_URL'), secret: read('BANK_SECRET'), deadlineMs: read('BANK_TIMEOUT_MS') }
}

function smsFrom({ read }: SettingsReader) {
  return { url: read('SMS_URL'), key: read('SMS_KEY'), deadlineMs: read('SMS_TIMEOUT_MS') }
}

function tracesFrom({ read, textOf }: SettingsReader) {
  const headers = read('OTEL_EXPORTER_OTLP_HEADERS')
  const resourceAttributes = read('OTEL_RESOURCE_ATTRIBUTES')
  const serviceName = read('OTEL_SERVICE_NAME') ?? resourceAttributes['service.name'] ?? 'ekyc-server'
  if (textOf('OTEL_EXPORTER_OTLP_ENDPOINT') === undefined) return undefined
  return { endpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT'), headers, serviceName, resourceAttributes }
}

function checkTogether(config: ServerConfig, { hasProblem, addProblem }: SettingsReader): void {
  const { captureRules, authority, pkcs11, metricsPort, port } = config
  if (captureRules.level1Only && !captureRules.devices && !hasProblem('DEVICE_REGISTRY'))
    addProblem('LEVEL_1_ONLY needs DEVICE_REGISTRY, which tells the level of each device')
  if (captureRules.level1Only && captureRules.devices?.every(({ level }) => level !== 'L1'))
    addProblem('DEVICE_REGISTRY names no L1 device, and LEVEL_1_ONLY takes no other')
  if (metricsPort === port && port !== 0) addProblem('METRICS_PORT must differ from PORT')
  const isPairGiven = !hasProblem('AUA_SIGNING_KEY') && !hasProblem('AUA_SIGNING_CERTIFICATE')
  const isInModule = isPkcs11Uri(authority.signingKey)
  const needsModule =
    (isInModule && !hasProblem('AUA_SIGNING_KEY')) ||
    (authority.decryptionKeys.some(isPkcs11Uri) && !hasProblem('KUA_DECRYPTION_KEY')) ||
    (config.results.sealingKeys.some(isPkcs11Uri) && !hasProblem('SEALING_KEY'))
  if (needsModule && !pkcs11 && !hasProblem('PKCS11_MODULE'))
    addProblem('PKCS11_MODULE and PKCS11_PIN are missing, which a pkcs11: address needs')
  // A key in a hardware module is compared with its certificate later, when the server opens the key.
  if (isPairGiven && !isInModule && !isKeyOfCertificate(authority.signingKey, authority.signingCertificate))
    addProblem('AUA_SIGNING_KEY is not the key of AUA_SIGNING_CERTIFICATE')
  const isOfOurKeys = (pem: string) =>
    authority.decryptionKeys.some(key => isPkcs11Uri(key) || isKeyOfCertificate(key, pem))
  const isKuaGiven = !hasProblem('KUA_CERTIFICATE') && !hasProblem('KUA_DECRYPTION_KEY')
  if (isKuaGiven && !config.kuaCertificates.every(isOfOurKeys))
    addProblem('KUA_CERTIFICATE is not of a key of KUA_DECRYPTION_KEY')
}

/**
 * Reads the settings of the admin command line, which works without the authority's keys.
 * @throws ConfigError
 */
export function readAdminConfig(env: NodeJS.ProcessEnv) {
  return readOrRefuse(env, settings => {
    const { read } = settings
    const database = databaseConfigFrom(settings)
    /** The address of the vault's database, for the role that owns the vault's tables. */
    const vaultUrl = read('VAULT_DATABASE_URL')
    if (!read('DEMO_DATA')) {
      refuseExposed(database, settings)
      refuseExposed({ ...database, databaseUrl: vaultUrl }, settings, 'VAULT_DATABASE_URL')
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
  database: Parameters<typeof databaseExposure>[0],
  { hasProblem, addProblem }: SettingsReader,
  name: 'DATABASE_URL' | 'VAULT_DATABASE_URL' = 'DATABASE_URL',
): void {
  const exposure = databaseExposure(database, name)
  if (exposure !== undefined && !hasProblem(name)) addProblem(exposure)
}

/**
 * Reads the settings of the console's process, which has no key for requests to the authority.
 * @param args the arguments of the program; with --no-sandbox, the settings are those of a production
 * @throws ConfigError
 */
export function readConsoleConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const part = readOrRefuse(env, settings => {
    const { read } = settings
    const isProduction = isProductionStart(settings, args)
    const database = databaseConfigFrom(settings)
    const origin = read('CONSOLE_ORIGIN')
    const fourEyes = read('FOUR_EYES')
    if (isProduction) refuseUnsafeConsole(settings, { database, origin, fourEyes })
    return {
      production: isProduction,
      ...database,
      ...processConfigFrom(settings),
      port: read('CONSOLE_PORT'),
      /** The console's origin in browsers. May be undefined only in a demo, whose origin is then localhost. */
      origin,
      folder: resolve(read('CONSOLE_FOLDER')),
      /** The time without a call after which a session of the staff ends, in ms. */
      idleLimitMs: read('CONSOLE_IDLE_LIMIT_MS'),
      fourEyes: fourEyes !== 'off',
      /** False in a demo, where four eyes are on unless told. */
      fourEyesSet: fourEyes === 'on',
      provider: providerFrom(settings, isProduction),
      /** For each role, the groups of the identity provider whose members get the role. */
      roleGroups: { ...noRoleGroups, ...(read('OIDC_ROLES') ?? roleGroupsOfSameName) },
      devices: devicesFrom(settings, isProduction),
    }
  })
  // The server and the doctor report problems of these two.
  const { read } = createSettingsReader(env, [])
  return { ...part, policy: read('POLICY'), branding: readBranding(read('BRANDING_FILE')) }
}

function refuseUnsafeConsole(
  settings: SettingsReader,
  told: {
    database: ReturnType<typeof databaseConfigFrom>
    origin: string | undefined
    fourEyes: 'on' | 'off' | undefined
  },
): void {
  const { read, hasProblem, addProblem } = settings
  refuseExposed(told.database, settings)
  if (told.origin === undefined && !hasProblem('CONSOLE_ORIGIN')) addProblem('CONSOLE_ORIGIN is missing')
  if (told.fourEyes === undefined && !hasProblem('FOUR_EYES'))
    addProblem('FOUR_EYES is missing: on, or off where one person may do what needs two')
  if (!read('OVER_HTTPS') && !read('ACCEPTED_RISKS').includes('no-https'))
    addProblem('OVER_HTTPS must be on (ACCEPTED_RISKS=no-https)')
}

function providerFrom({ read, textOf, hasProblem, addProblem }: SettingsReader, isProduction: boolean) {
  const isSet = textOf('OIDC_ISSUER') !== undefined
  if (!isSet && !hasProblem('OIDC_ISSUER'))
    addProblem(
      "OIDC_ISSUER is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET name the bank's OpenID Connect provider, by which alone the staff sign in",
    )
  const issuer = isSet ? read('OIDC_ISSUER') : ''
  if (isProduction && issuer.startsWith('http:')) addProblem('OIDC_ISSUER must be an https address')
  return {
    issuer,
    clientId: isSet ? read('OIDC_CLIENT_ID') : '',
    clientSecret: isSet ? read('OIDC_CLIENT_SECRET') : '',
    rolesClaim: read('OIDC_ROLES_CLAIM'),
    acr: read('OIDC_ACR'),
  }
}

export type ConsoleSettings = ReturnType<typeof readConsoleSettings>

/** @throws ConfigError that lists every bad variable */
export function readConsoleSettings(env: NodeJS.ProcessEnv) {
  return readOrRefuse(env, consoleSettingsFrom)
}

/** A setting with a problem has a default or unusable value. */
export function examineConsoleSettings(env: NodeJS.ProcessEnv) {
  const problems: string[] = []
  return { consoleSettings: consoleSettingsFrom(createSettingsReader(env, problems)), problems }
}

function consoleSettingsFrom({ read, textOf }: SettingsReader) {
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

/** Reads the keys that encrypt stored messages. @throws ConfigError */
export function readOutboxKeys(env: NodeJS.ProcessEnv): SecretBoxKeys {
  return readOrRefuse(env, ({ read }) => read('OUTBOX_KEY'))
}

/** @throws ConfigError that lists every bad setting of the policy */
export function readPolicy(env: NodeJS.ProcessEnv): Policy {
  return readOrRefuse(env, ({ read }) => read('POLICY'))
}

/** @throws ConfigError that lists every bad variable */
export function readBankSettings(env: NodeJS.ProcessEnv): ServerConfig['bank'] {
  return readOrRefuse(env, bankFrom)
}

/** @throws ConfigError that lists every bad variable */
export function readSmsSettings(env: NodeJS.ProcessEnv): ServerConfig['sms'] {
  return readOrRefuse(env, smsFrom)
}

function readOrRefuse<Part>(env: NodeJS.ProcessEnv, readPart: (settings: SettingsReader) => Part): Part {
  const problems: string[] = []
  const part = readPart(createSettingsReader(env, problems))
  refuseProblems(problems)
  return part
}

function refuseProblems(problems: string[]): void {
  if (problems.length > 0)
    throw new ConfigError(
      `The settings cannot be used:\n${problems.map(problem => `  ${problem}\n`).join('')}`.trimEnd(),
    )
}
