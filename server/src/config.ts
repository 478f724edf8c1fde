import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

import type { CaptureRules, RegisteredDevice } from './domain/capture-check.ts'
import type { Peppers } from './derive-keys.ts'
import type { BoxKeys } from './domain/sealed-box.ts'
import type { AuthoritySettings } from './gateways/identity-authority/identity-authority.ts'
import type { ReferenceDirectorySettings } from './gateways/reference-directory.ts'
import type { SmsSettings } from './gateways/sms.ts'
import { settingsIn, type Settings } from './settings.ts'
import type { OtlpSettings } from './tracing/otlp-exporter.ts'
import type { HttpLimits } from './http/limits.ts'

/** Where the data is: all that the admin command line needs of the settings. */
export type DatabaseConfig = {
  databaseUrl: string | undefined
  dataDir: string
  databaseConnections: number
  databasePooler: 'transaction' | undefined
}

export type AdminConfig = DatabaseConfig & { operator: string | undefined }

export type Config = DatabaseConfig & {
  host: string
  port: number
  portalFolder: string
  brandingFile: string
  demoData: boolean
  apiReference: boolean
  consentRequired: boolean
  sessionIdleLimitMs: number | undefined
  trustedProxies: string[]
  overHttps: boolean
  httpLimits: HttpLimits
  logLevel: string
  /** undefined: /metrics is on the main port, for callers on this machine. */
  metricsPort: number | undefined
  traces: OtlpSettings | undefined
  hashesAtOnce: number
  /** Passwords are hashed under the first; what was made under another is still understood. */
  peppers: Peppers
  outboxKeys: BoxKeys
  auditKeys: BoxKeys
  authorityTimeoutMs: number
  authority: AuthoritySettings
  bank: ReferenceDirectorySettings
  sms: SmsSettings
  captureRules: CaptureRules
}

/** Every problem at once, one sentence each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * The only reader of the environment. Empty counts as unset. A secret comes as NAME or, better, as a file named by
 * NAME_FILE. `NODE_ENV` selects nothing.
 *
 * @throws ConfigError that lists every bad variable
 */
export function configFrom(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const read = settingsIn(env, problems)

  const config: Config = {
    ...databaseConfig(read),
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 8080, 0, 65_535) ?? 0,
    portalFolder: resolve(read.text('PORTAL_FOLDER', join('portal', 'dist'))),
    brandingFile: read.text('BRANDING_FILE', join('branding', 'default.json')),
    demoData: read.onOff('DEMO_DATA', false),
    apiReference: read.onOff('API_DOCS', false),
    consentRequired: read.onOff('CONSENT_REQUIRED', true),
    sessionIdleLimitMs: read.integer('SESSION_IDLE_LIMIT_MS', undefined, 1_000, 600_000_000),
    trustedProxies: read.list('TRUSTED_PROXIES'),
    overHttps: read.onOff('OVER_HTTPS', false),
    httpLimits: {
      headersMs: read.integer('HEADERS_TIMEOUT_MS', 10_000, 100, 60_000) ?? 0,
      requestMs: read.integer('REQUEST_TIMEOUT_MS', 20_000, 100, 120_000) ?? 0,
      maxInFlight: read.integer('MAX_IN_FLIGHT', 1_000, 1, 100_000) ?? 0,
      maxConnections: read.integer('MAX_CONNECTIONS', 10_000, 10, 1_000_000) ?? 0,
    },
    logLevel: read.text('LOG_LEVEL', 'info'),
    metricsPort: read.integer('METRICS_PORT', undefined, 0, 65_535),
    traces: tracesFrom(read),
    // A core stays for all that is not a hash.
    hashesAtOnce: read.integer('HASHES_AT_ONCE', Math.max(1, cpus().length - 1), 1, 256) ?? 1,
    peppers: read.secrets('PEPPER'),
    outboxKeys: read.boxKeys('OUTBOX_KEY'),
    auditKeys: read.boxKeys('AUDIT_KEY'),
    authorityTimeoutMs: read.integer('AUTHORITY_TIMEOUT_MS', 25_000, 100, 60_000) ?? 0,
    authority: {
      url: read.url('AUTHORITY_URL'),
      auaCode: read.required('AUA_CODE'),
      subAuaCode: read.optional('SUB_AUA_CODE'),
      licenceKey: read.issued('AUA_LICENCE_KEY'),
      asaLicenceKey: read.issued('ASA_LICENCE_KEY'),
      signingKey: read.required('AUA_SIGNING_KEY'),
      signingCertificate: read.required('AUA_SIGNING_CERTIFICATE'),
      decryptionKeys: read.pems('KUA_DECRYPTION_KEY'),
      authorityCertificates: read.pems('AUTHORITY_SIGNING_CERTIFICATE'),
    },
    bank: {
      url: read.url('BANK_URL'),
      secret: read.secret('BANK_SECRET'),
      deadlineMs: read.integer('BANK_TIMEOUT_MS', 5_000, 100, 30_000) ?? 0,
    },
    sms: {
      url: read.url('SMS_URL'),
      key: read.issued('SMS_KEY'),
      deadlineMs: read.integer('SMS_TIMEOUT_MS', 5_000, 100, 30_000) ?? 0,
    },
    captureRules: {
      keyIds: read.list('AUTHORITY_KEY_IDS'),
      devices: read.json<RegisteredDevice[]>('DEVICE_REGISTRY'),
      level1Only: read.onOff('LEVEL_1_ONLY', false),
    },
  }
  if (config.captureRules.keyIds.length === 0) problems.push('AUTHORITY_KEY_IDS is missing')
  if (config.captureRules.level1Only && !config.captureRules.devices)
    problems.push('LEVEL_1_ONLY needs DEVICE_REGISTRY, which tells the level of each device')
  refuse(problems)
  return config
}

/**
 * What the admin command line needs: nobody who looks after agents has to hold the authority's keys.
 * @throws ConfigError
 */
export function adminConfigFrom(env: NodeJS.ProcessEnv): AdminConfig {
  const problems: string[] = []
  const read = settingsIn(env, problems)
  const config = { ...databaseConfig(read), operator: read.optional('ADMIN_OPERATOR') }
  refuse(problems)
  return config
}

/**
 * The keys of the audit trail, for who looks at it as a whole.
 * @throws ConfigError
 */
export function auditKeysFrom(env: NodeJS.ProcessEnv): BoxKeys {
  const problems: string[] = []
  const keys = settingsIn(env, problems).boxKeys('AUDIT_KEY')
  refuse(problems)
  return keys
}

function databaseConfig(read: Settings): DatabaseConfig {
  return {
    databaseUrl: read.optional('DATABASE_URL'),
    dataDir: read.text('DATA_DIR', './data'),
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 10, 1, 1_000) ?? 0,
    databasePooler: read.choice('DATABASE_POOLER', ['transaction']),
  }
}

function refuse(problems: string[]): void {
  if (problems.length > 0) throw new ConfigError(`The settings cannot be used: ${problems.join('; ')}.`)
}

/** The names are OpenTelemetry's own. */
function tracesFrom(read: Settings): OtlpSettings | undefined {
  if (read.optional('OTEL_EXPORTER_OTLP_ENDPOINT') === undefined) return undefined
  return {
    endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    headers: read.pairs('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read.text('OTEL_SERVICE_NAME', 'ekyc-server'),
  }
}
