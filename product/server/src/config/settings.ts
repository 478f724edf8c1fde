import { cpus } from 'node:os'
import { join } from 'node:path'

import { staffRoles } from '@ekyc/contract/console/acts'
import { Type } from 'typebox'

import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import { resultsModes } from '../domain/kyc/secure-result.ts'
import { platforms, type EndOfSupport } from '../domain/sign-in/operating-systems.ts'
import type { RoleGroups } from '../domain/staff/permissions.ts'
import * as kind from './setting-kinds.ts'
import { createSettingSource, listOf } from './setting-source.ts'

const acceptedRisks = ['no-consent', 'no-https', 'keys-in-files', 'level-0', 'results-in-outbox'] as const
export type AcceptedRisk = (typeof acceptedRisks)[number]

export const defaultConsolePort = 8070

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

/** Every setting of the programs, with its kind, its default and its bounds. docs/settings.md says what each is. */
const settings = {
  HOST: kind.host('127.0.0.1'),
  PORT: kind.integer(8080, 0, 65_535),
  METRICS_PORT: kind.integer(undefined, 0, 65_535),
  TRUSTED_PROXIES: kind.networks,
  OVER_HTTPS: kind.onOff(false),
  PORTAL_ORIGIN: kind.httpsOrigin,
  PORTAL_FOLDER: kind.portalFolder(join('product', 'portal', 'dist')),
  BRANDING_FILE: kind.text(join('branding', 'default.json')),
  API_DOCS: kind.onOff(false),
  DEMO_DATA: kind.onOff(false),
  LOG_LEVEL: kind.choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  DRAIN_MS: kind.integer(5_000, 0, 120_000),
  // One core stays free for all work except password hashes.
  HASHES_AT_ONCE: kind.integer(Math.max(1, cpus().length - 1), 1, 256),
  HEADERS_TIMEOUT_MS: kind.integer(10_000, 100, 60_000),
  REQUEST_TIMEOUT_MS: kind.integer(20_000, 100, 120_000),
  MAX_IN_FLIGHT: kind.integer(1_000, 1, 100_000),
  MAX_CONNECTIONS: kind.integer(10_000, 10, 1_000_000),
  BODY_MEMORY_MB: kind.integer(64, 1, 65_536),
  OTEL_EXPORTER_OTLP_ENDPOINT: kind.url,
  OTEL_EXPORTER_OTLP_HEADERS: kind.keyValuePairs,
  OTEL_RESOURCE_ATTRIBUTES: kind.keyValuePairs,
  OTEL_SERVICE_NAME: kind.optionalText,
  NODE_TLS_REJECT_UNAUTHORIZED: kind.optionalText,

  DATABASE_URL: kind.databaseUrl,
  DATABASE_CONNECTIONS: kind.integer(10, 1, 1_000),
  DATABASE_POOLER: kind.choice(['transaction']),
  DATABASE_NETWORK: kind.choice(['trusted']),
  DATA_DIR: kind.folder('./data'),
  MIGRATE: kind.onOff(true),

  ACCEPTED_RISKS: kind.choices(acceptedRisks),
  POLICY: kind.policy,
  PEPPER: kind.secretList,
  OUTBOX_KEY: kind.secretBoxKeys,
  AUDIT_KEY: kind.secretBoxKeys,
  CONSENT_REQUIRED: kind.onOff(true),
  DPOP_REQUIRED: kind.onOff(false),
  SECOND_FACTOR: kind.choice(['off', 'offered', 'required']),
  SESSION_IDLE_LIMIT_MS: kind.integer(undefined, 1_000, 600_000_000),
  OLD_SYSTEMS: kind.choice(['tell', 'refuse']),
  SYSTEM_ENDS: kind.json<EndOfSupport[]>(
    SystemEnds,
    'a list of systems, each with platform, below, system and endsOn',
  ),

  AUTHORITY_URL: kind.url,
  AUTHORITY_TIMEOUT_MS: kind.integer(25_000, 100, 60_000),
  AUTHORITY_KEY_IDS: kind.expiryDays,
  AUTHORITY_SIGNING_CERTIFICATE: kind.required(kind.certificates),
  AUA_CODE: kind.requiredText,
  SUB_AUA_CODE: kind.optionalText,
  AUA_LICENCE_KEY: kind.issuedSecret,
  ASA_LICENCE_KEY: kind.issuedSecret,
  AUA_SIGNING_KEY: kind.required(kind.privateKeys),
  AUA_SIGNING_CERTIFICATE: kind.required(kind.certificates),
  KUA_DECRYPTION_KEY: kind.required(kind.privateKeys),
  KUA_CERTIFICATE: kind.certificates,
  PKCS11_MODULE: kind.filePath,
  PKCS11_PIN: kind.optionalText,
  DEVICE_REGISTRY: kind.json<RegisteredDeviceModel[]>(
    Type.Array(Device, { minItems: 1 }),
    'a list of devices, each with dpId, rdsId, mi and level (L0 or L1)',
  ),
  LEVEL_1_ONLY: kind.onOff(undefined),

  RESULTS: kind.choice(resultsModes),
  PASS_THROUGH_MS: kind.integer(3_000, 100, 10_000),
  VAULT_DATABASE_URL: kind.databaseUrl,
  SEALING_KEY: kind.privateKeys,
  BANK_URL: kind.url,
  BANK_SECRET: kind.secret,
  BANK_TIMEOUT_MS: kind.integer(5_000, 100, 30_000),
  SMS_URL: kind.url,
  SMS_KEY: kind.issuedSecret,
  SMS_TIMEOUT_MS: kind.integer(5_000, 100, 30_000),

  ADMIN_OPERATOR: kind.optionalText,
  ADMIN_ACCOUNT: kind.optionalText,
  CONSOLE_PORT: kind.integer(defaultConsolePort, 0, 65_535),
  CONSOLE_ORIGIN: kind.httpsOrigin,
  CONSOLE_FOLDER: kind.text(join('product', 'console', 'dist')),
  CONSOLE_IDLE_LIMIT_MS: kind.integer(900_000, 60_000, 36_000_000),
  FOUR_EYES: kind.choice(['on', 'off']),
  OIDC_ISSUER: kind.url,
  OIDC_CLIENT_ID: kind.requiredText,
  OIDC_CLIENT_SECRET: kind.issuedSecret,
  OIDC_ROLES_CLAIM: kind.text('roles'),
  OIDC_ROLES: kind.json<Partial<RoleGroups>>(
    GroupsOfRoles,
    'the groups of each role, such as {"support":["Help desk"]}',
  ),
  OIDC_ACR: kind.textList,
}

type SettingName = keyof typeof settings

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys forgets the names
export const settingNames = Object.keys(settings) as SettingName[]

export type SettingsReader = ReturnType<typeof createSettingsReader>

export function createSettingsReader(env: NodeJS.ProcessEnv, problems: string[]) {
  const source = createSettingSource(env, problems)
  return {
    hasProblem: source.hasProblem,
    refuse: (name: SettingName, demand: string) => source.refuse(name, demand),
    textOf: (name: SettingName) => source.textOf(name),
    list: (name: SettingName) => listOf(source.textOf(name)),
    read<Name extends SettingName>(name: Name): ReturnType<(typeof settings)[Name]> {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's kind gives its own type
      return settings[name](name, source) as ReturnType<(typeof settings)[Name]>
    },
  }
}
