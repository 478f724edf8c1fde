import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

import type { CaptureRules, RegisteredDevice } from './domain/capture-check.ts'
import type { Peppers } from './derive-keys.ts'
import type { BoxKeys } from './domain/sealed-box.ts'
import type { AuthoritySettings } from './gateways/identity-authority/identity-authority.ts'
import type { ReferenceDirectorySettings } from './gateways/reference-directory.ts'
import type { SmsSettings } from './gateways/sms.ts'
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

const secretMinLength = 32
const secretMinDifferent = 8

/** Nothing but words of examples, digits and punctuation: what people leave in when they copy a settings file. */
const placeholders =
  /^(?:a|change|changed|default|demo|dev|development|example|here|insecure|it|key|licence|license|long|me|my|pass|password|pepper|please|random|replace|sample|secret|string|super|test|the|this|to|todo|token|value|with|x|your|[\d\W_])+$/i

/**
 * The only reader of the environment. Empty counts as unset. A secret comes as NAME or, better, as a file named by
 * NAME_FILE. `NODE_ENV` selects nothing.
 *
 * @throws ConfigError that lists every bad variable
 */
export function configFrom(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const read = reader(env, problems)

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
    hashesAtOnce: read.integer('HASHES_AT_ONCE', cpus().length, 1, 256) ?? 1,
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
  const read = reader(env, problems)
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
  const keys = reader(env, problems).boxKeys('AUDIT_KEY')
  refuse(problems)
  return keys
}

function databaseConfig(read: ReturnType<typeof reader>): DatabaseConfig {
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
function tracesFrom(read: ReturnType<typeof reader>): OtlpSettings | undefined {
  if (read.optional('OTEL_EXPORTER_OTLP_ENDPOINT') === undefined) return undefined
  return {
    endpoint: read.url('OTEL_EXPORTER_OTLP_ENDPOINT'),
    headers: read.pairs('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read.text('OTEL_SERVICE_NAME', 'ekyc-server'),
  }
}

function reader(env: NodeJS.ProcessEnv, problems: string[]) {
  function optional(name: string): string | undefined {
    const file = env[`${name}_FILE`]
    if (!file) return env[name] || undefined
    try {
      return readFileSync(file, 'utf8').trim() || undefined
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`)
      return undefined
    }
  }

  function required(name: string): string {
    const value = optional(name)
    if (value === undefined) problems.push(`${name} is missing`)
    return value ?? ''
  }

  function secret(name: string): string {
    const value = required(name)
    if (value !== '' && isGuessable(value)) problems.push(tooGuessable(name))
    return value
  }

  /** What somebody else gave us: its length is theirs, but a placeholder is none. */
  function issued(name: string): string {
    const value = required(name)
    if (placeholders.test(value)) problems.push(`${name} holds a placeholder`)
    return value
  }

  function list(name: string): string[] {
    return (optional(name) ?? '')
      .split(',')
      .map(part => part.trim())
      .filter(Boolean)
  }

  return {
    optional,
    required,
    secret,
    issued,
    list,
    text: (name: string, fallback: string): string => optional(name) ?? fallback,

    /** key=value,key=value, as OpenTelemetry writes headers. */
    pairs(name: string): Record<string, string> {
      const pairs = list(name).map(pair => /^([^=]+)=(.*)$/.exec(pair))
      if (pairs.includes(null)) problems.push(`${name} must be key=value, comma separated`)
      return Object.fromEntries(pairs.flatMap(pair => (pair ? [[pair[1]?.trim(), pair[2]?.trim()]] : [])))
    },

    url(name: string): string {
      const value = required(name)
      if (value !== '' && !/^https?:$/.test(protocolOf(value)))
        problems.push(`${name} must be an http or https address`)
      return value
    },

    integer<F extends number | undefined>(
      name: string,
      fallback: F,
      least: number,
      most: number,
    ): number | F {
      const value = optional(name)
      if (value === undefined) return fallback
      const number = Number(value)
      if (Number.isInteger(number) && number >= least && number <= most) return number
      problems.push(`${name} must be a whole number from ${least} to ${most}`)
      return fallback
    },

    choice<const C extends string>(name: string, choices: readonly C[]): C | undefined {
      const value = optional(name)
      const chosen = choices.find(choice => choice === value)
      if (value !== undefined && !chosen) problems.push(`${name} must be ${choices.join(' or ')}`)
      return chosen
    },

    onOff(name: string, fallback: boolean): boolean {
      const value = optional(name)
      if (value === undefined) return fallback
      if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off`)
      return value === 'on'
    },

    json<T>(name: string): T | undefined {
      const value = optional(name)
      if (value === undefined) return undefined
      try {
        return JSON.parse(value) as T
      } catch {
        problems.push(`${name} must be JSON`)
        return undefined
      }
    },

    /** One or more PEM blocks, one after the other: the first is the one in use, others are still understood. */
    pems(name: string): string[] {
      const blocks = required(name).match(/-----BEGIN [^-]+-----[\s\S]+?-----END [^-]+-----/g)
      if (!blocks && optional(name) !== undefined) problems.push(`${name} must be PEM`)
      return blocks ?? []
    },

    /** Comma separated, the first is the one in use. */
    secrets(name: string): Peppers {
      const [first, ...others] = list(name)
      if (first === undefined) problems.push(`${name} is missing`)
      const guessable = [first ?? '', ...others].filter(value => value !== '' && isGuessable(value))
      if (guessable.length > 0) problems.push(tooGuessable(name))
      return [Buffer.from(first ?? ''), ...others.map(value => Buffer.from(value))]
    },

    /** Comma separated, the first is the one in use: 32 bytes each in base64 or hex. */
    boxKeys(name: string): BoxKeys {
      const [first, ...others] = list(name).map(text =>
        Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'),
      )
      if (first && [first, ...others].every(isRandomKey)) return [first, ...others]
      problems.push(first ? `${name} must be 32 random bytes in base64 or hex` : `${name} is missing`)
      return [Buffer.alloc(32)]
    },
  }
}

function isGuessable(secret: string): boolean {
  return (
    secret.length < secretMinLength || new Set(secret).size < secretMinDifferent || placeholders.test(secret)
  )
}

function tooGuessable(name: string): string {
  return `${name} must be at least ${secretMinLength} characters that nobody else knows`
}

/** 32 bytes, and not the same one all over. */
function isRandomKey(key: Buffer): boolean {
  return key.length === 32 && new Set(key).size > 1
}

function protocolOf(address: string): string {
  try {
    return new URL(address).protocol
  } catch {
    return ''
  }
}
