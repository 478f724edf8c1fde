import { cpus } from 'node:os'
import { join } from 'node:path'

import { staffRoles } from '@ekyc/contract/console/acts'
import { Type } from 'typebox'

import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import { resultsModes } from '../domain/kyc/secure-result.ts'
import { platforms, type EndOfSupport } from '../domain/sign-in/operating-systems.ts'
import type { RoleGroups } from '../domain/staff/permissions.ts'
import * as kind from './setting-kinds.ts'
import { createSettingSource } from './setting-source.ts'

const acceptedRisks = ['no-consent', 'no-https', 'keys-in-files', 'level-0', 'results-in-outbox'] as const
export type AcceptedRisk = (typeof acceptedRisks)[number]

const Device = Type.Object({
  dpId: Type.String({ minLength: 1 }),
  rdsId: Type.String({ minLength: 1 }),
  mi: Type.String({ minLength: 1 }),
  level: Type.Enum(['L0', 'L1']),
})

const SystemEnds = Type.Array(
  Type.Object({
    platform: Type.Enum([...platforms]),
    below: Type.String({ pattern: String.raw`^\d{1,3}(\.\d{1,5})*$` }),
    system: Type.String({ minLength: 1, maxLength: 40 }),
    endsOn: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` }),
  }),
)

const groups = Type.Optional(Type.Array(Type.String({ minLength: 1 })))
const GroupsOfRoles = Type.Object(Object.fromEntries(staffRoles.map(role => [role, groups])), {
  additionalProperties: false,
})

type Setting<Value> = { name: string; kind: kind.SettingKind<Value> }

type Shape = { [field: string]: Setting<unknown> | Shape }

export type Values<Of> = Of extends Setting<infer Value> ? Value : { [Field in keyof Of]: Values<Of[Field]> }

function setting<Value>(name: string, of: kind.SettingKind<Value>): Setting<Value> {
  return { name, kind: of }
}

// Every setting of the programs stands below at its place in their configurations, with its kind, its default and its
// bounds. docs/settings.md says what each is.

export const databaseSettings = {
  databaseUrl: setting('DATABASE_URL', kind.databaseUrl),
  dataDir: setting('DATA_DIR', kind.folder('./data')),
  databaseConnections: setting('DATABASE_CONNECTIONS', kind.integer(10, 1, 1_000)),
  databasePooler: setting('DATABASE_POOLER', kind.choice(['transaction'])),
  databaseNetwork: setting('DATABASE_NETWORK', kind.choice(['trusted'])),
  migrate: setting('MIGRATE', kind.onOff(true)),
}

/** The settings that the server and the console share, each in its own process. */
export const processSettings = {
  host: setting('HOST', kind.host('127.0.0.1')),
  metricsPort: setting('METRICS_PORT', kind.integer(undefined, 0, 65_535)),
  trustedProxies: setting('TRUSTED_PROXIES', kind.networks),
  overHttps: setting('OVER_HTTPS', kind.onOff(false)),
  httpLimits: {
    headersMs: setting('HEADERS_TIMEOUT_MS', kind.integer(10_000, 100, 60_000)),
    requestMs: setting('REQUEST_TIMEOUT_MS', kind.integer(20_000, 100, 120_000)),
    maxInFlight: setting('MAX_IN_FLIGHT', kind.integer(1_000, 1, 100_000)),
    bodyMegabytes: setting('BODY_MEMORY_MB', kind.integer(64, 1, 65_536)),
    maxConnections: setting('MAX_CONNECTIONS', kind.integer(10_000, 10, 1_000_000)),
  },
  logLevel: setting('LOG_LEVEL', kind.choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info')),
  drainMs: setting('DRAIN_MS', kind.integer(5_000, 0, 120_000)),
  traces: {
    endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', kind.url),
    headers: setting('OTEL_EXPORTER_OTLP_HEADERS', kind.keyValuePairs),
    resourceAttributes: setting('OTEL_RESOURCE_ATTRIBUTES', kind.keyValuePairs),
    serviceName: setting('OTEL_SERVICE_NAME', kind.text(undefined)),
  },
  outboxKeys: setting('OUTBOX_KEY', kind.secretBoxKeys),
  auditKeys: setting('AUDIT_KEY', kind.secretBoxKeys),
}

export const bankSettings = {
  url: setting('BANK_URL', kind.required(kind.url)),
  secret: setting('BANK_SECRET', kind.secret),
  deadlineMs: setting('BANK_TIMEOUT_MS', kind.integer(5_000, 100, 30_000)),
}

export const smsSettings = {
  url: setting('SMS_URL', kind.required(kind.url)),
  key: setting('SMS_KEY', kind.required(kind.issuedSecret)),
  deadlineMs: setting('SMS_TIMEOUT_MS', kind.integer(5_000, 100, 30_000)),
}

export const pkcs11Settings = {
  module: setting('PKCS11_MODULE', kind.filePath),
  pin: setting('PKCS11_PIN', kind.text(undefined)),
}

export const serverSettings = {
  ...databaseSettings,
  ...processSettings,
  policy: setting('POLICY', kind.policy),
  port: setting('PORT', kind.integer(8080, 0, 65_535)),
  portalFolder: setting('PORTAL_FOLDER', kind.portalFolder(join('product', 'portal', 'dist'))),
  demoData: setting('DEMO_DATA', kind.onOff(false)),
  apiReference: setting('API_DOCS', kind.onOff(false)),
  brandingFile: setting('BRANDING_FILE', kind.text(join('branding', 'default.json'))),
  portalOrigin: setting('PORTAL_ORIGIN', kind.httpsOrigin),
  consentRequired: setting('CONSENT_REQUIRED', kind.onOff(true)),
  acceptedRisks: setting('ACCEPTED_RISKS', kind.choices(acceptedRisks)),
  rejectUnauthorized: setting('NODE_TLS_REJECT_UNAUTHORIZED', kind.text(undefined)),
  secondFactor: setting('SECOND_FACTOR', kind.choice(['off', 'offered', 'required'])),
  sessionIdleLimitMs: setting('SESSION_IDLE_LIMIT_MS', kind.integer(undefined, 1_000, 600_000_000)),
  dpopRequired: setting('DPOP_REQUIRED', kind.onOff(false)),
  // One core stays free for all work except password hashes.
  hashesAtOnce: setting('HASHES_AT_ONCE', kind.integer(Math.max(1, cpus().length - 1), 1, 256)),
  peppers: setting('PEPPER', kind.secretList),
  authorityTimeoutMs: setting('AUTHORITY_TIMEOUT_MS', kind.integer(25_000, 100, 60_000)),
  authority: {
    url: setting('AUTHORITY_URL', kind.required(kind.url)),
    auaCode: setting('AUA_CODE', kind.required(kind.text(''))),
    subAuaCode: setting('SUB_AUA_CODE', kind.text(undefined)),
    licenceKey: setting('AUA_LICENCE_KEY', kind.required(kind.issuedSecret)),
    asaLicenceKey: setting('ASA_LICENCE_KEY', kind.required(kind.issuedSecret)),
    signingKey: setting('AUA_SIGNING_KEY', kind.required(kind.firstOf(kind.privateKeys))),
    signingCertificate: setting('AUA_SIGNING_CERTIFICATE', kind.required(kind.firstOf(kind.certificates))),
    decryptionKeys: setting('KUA_DECRYPTION_KEY', kind.required(kind.privateKeys)),
    authorityCertificates: setting('AUTHORITY_SIGNING_CERTIFICATE', kind.required(kind.certificates)),
  },
  /** The certificates of the decryption keys, only to check the keys and to watch the expiry. */
  kuaCertificates: setting('KUA_CERTIFICATE', kind.certificates),
  results: {
    mode: setting('RESULTS', kind.choice(resultsModes)),
    passThroughMs: setting('PASS_THROUGH_MS', kind.integer(3_000, 100, 10_000)),
    /** Results in the vault are delivered in every mode. */
    vaultUrl: setting('VAULT_DATABASE_URL', kind.databaseUrl),
    /** The first key seals. */
    sealingKeys: setting('SEALING_KEY', kind.privateKeys),
  },
  bank: bankSettings,
  sms: smsSettings,
  captureRules: {
    keyIds: setting('AUTHORITY_KEY_IDS', kind.expiryDays),
    devices: setting(
      'DEVICE_REGISTRY',
      kind.json<RegisteredDeviceModel[]>(
        Type.Array(Device, { minItems: 1 }),
        'a list of devices, each with dpId, rdsId, mi and level (L0 or L1)',
      ),
    ),
    level1Only: setting('LEVEL_1_ONLY', kind.onOff(undefined)),
  },
  systemEnds: setting(
    'SYSTEM_ENDS',
    kind.json<EndOfSupport[]>(SystemEnds, 'a list of systems, each with platform, below, system and endsOn'),
  ),
  oldSystems: setting('OLD_SYSTEMS', kind.choice(['tell', 'refuse'])),
}

export const adminSettings = {
  ...databaseSettings,
  /** The address names the role that owns the vault's tables. */
  vaultUrl: serverSettings.results.vaultUrl,
  operator: setting('ADMIN_OPERATOR', kind.text(undefined)),
  /** The host machine's account that started the container. */
  account: setting('ADMIN_ACCOUNT', kind.text(undefined)),
  auditKeys: processSettings.auditKeys,
  fourEyes: setting('FOUR_EYES', kind.choice(['on', 'off'])),
}

export const consoleSettings = {
  ...databaseSettings,
  ...processSettings,
  port: setting('CONSOLE_PORT', kind.integer(8070, 0, 65_535)),
  origin: setting('CONSOLE_ORIGIN', kind.httpsOrigin),
  folder: setting('CONSOLE_FOLDER', kind.text(join('product', 'console', 'dist'))),
  idleLimitMs: setting('CONSOLE_IDLE_LIMIT_MS', kind.integer(900_000, 60_000, 36_000_000)),
  fourEyes: adminSettings.fourEyes,
  provider: {
    issuer: setting('OIDC_ISSUER', kind.url),
    clientId: setting('OIDC_CLIENT_ID', kind.text('')),
    clientSecret: setting('OIDC_CLIENT_SECRET', kind.issuedSecret),
    rolesClaim: setting('OIDC_ROLES_CLAIM', kind.text('roles')),
    acr: setting('OIDC_ACR', kind.textList),
  },
  roleGroups: setting(
    'OIDC_ROLES',
    kind.json<RoleGroups>(GroupsOfRoles, 'the groups of each role, such as {"support":["Help desk"]}'),
  ),
  devices: serverSettings.captureRules.devices,
}

export const allSettings = listSettings({ serverSettings, pkcs11Settings, adminSettings, consoleSettings })

function listSettings(shape: Shape): Setting<unknown>[] {
  return Object.values(shape).flatMap(part => (isSetting(part) ? [part] : listSettings(part)))
}

function isSetting(part: Setting<unknown> | Shape): part is Setting<unknown> {
  return typeof part.kind === 'function'
}

export type SettingsReader = ReturnType<typeof createSettingsReader>

export function createSettingsReader(env: NodeJS.ProcessEnv, problems: string[]) {
  const source = createSettingSource(env, problems)
  const valuesOf = (part: Setting<unknown> | Shape): unknown =>
    isSetting(part)
      ? part.kind(part.name, source)
      : Object.fromEntries(Object.entries(part).map(([field, inner]) => [field, valuesOf(inner)]))
  return {
    ...source,
    read<Of extends Setting<unknown> | Shape>(settings: Of): Values<Of> {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each setting's kind gives its own type
      return valuesOf(settings) as Values<Of>
    },
  }
}
