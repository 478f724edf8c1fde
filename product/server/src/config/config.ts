import type { Branding } from '@ekyc/contract/branding'
import type { CaptureRules, RegisteredDevice } from '../domain/kyc/capture-check.ts'
import type { Peppers } from '../domain/derive-keys.ts'
import type { SystemEnd } from '../domain/sign-in/operating-systems.ts'
import type { Policy } from '../domain/policy.ts'
import type { ResultsMode } from '../domain/kyc/results.ts'
import type { SecondFactor } from '../domain/sign-in/second-factor.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import type { RoleGroups } from '../domain/staff/staff-roles.ts'
import type { IdentityProviderSettings } from '../gateways/identity-provider.ts'
import type { AuthoritySettings } from '../gateways/identity-authority/identity-authority.ts'
import type { Pkcs11Settings } from '../gateways/private-keys/pkcs11-keys.ts'
import type { ReferenceDirectorySettings } from '../gateways/reference-directory.ts'
import type { SmsSettings } from '../gateways/sms.ts'
import type { HttpLimits } from '../http/limits.ts'
import type { OtlpSettings } from '../tracing/otlp-exporter.ts'

export type DatabaseConfig = {
  databaseUrl: string | undefined
  dataDir: string
  databaseConnections: number
  databasePooler: 'transaction' | undefined
  /** 'trusted' allows connections to the database in clear text, since nobody else can listen on its network. */
  databaseNetwork: 'trusted' | undefined
  /** True if the server migrates the schema at its start. If false, only the command line migrates the schema. */
  migrate: boolean
}

export type AdminConfig = DatabaseConfig & {
  /** The address of the vault's database, for the role that owns the vault's tables. */
  vaultUrl: string | undefined
  operator: string | undefined
  /** The host machine's account that started the container. */
  account: string | undefined
  auditKeys: SecretBoxKeys
  /** The setting FOUR_EYES is on. Then the database says so to every process. */
  fourEyes: boolean
}

export type Config = DatabaseConfig & {
  /** False only for a demo that is not behind https and runs without --no-sandbox (decision 0029). */
  production: boolean
  warnings: string[]
  host: string
  port: number
  portalFolder: string
  brandingFile: string
  demoData: boolean
  apiReference: boolean
  consentRequired: boolean
  acceptedRisks: AcceptedRisk[]
  /** False if Node.js accepts every TLS certificate. */
  verifiesTls: boolean
  policy: Policy
  secondFactor: SecondFactor
  sessionIdleLimitMs: number | undefined
  /** True if the server refuses log-ins and sessions that are not bound to a key. */
  dpopRequired: boolean
  trustedProxies: string[]
  overHttps: boolean
  /** The portal's origin in agents' browsers, such as https://ekyc.bank.example. */
  portalOrigin: string | undefined
  httpLimits: HttpLimits
  logLevel: string
  drainMs: number
  /** The port of /metrics. If undefined, the main port serves /metrics, to callers on this machine only. */
  metricsPort: number | undefined
  traces: OtlpSettings | undefined
  hashesAtOnce: number
  /** The first pepper hashes new passwords. All other peppers verify older hashes. */
  peppers: Peppers
  outboxKeys: SecretBoxKeys
  auditKeys: SecretBoxKeys
  authorityTimeoutMs: number
  authority: AuthoritySettings
  /** The certificates of KUA_DECRYPTION_KEY, used only to check the keys and to watch the expiry. */
  kuaCertificates: string[]
  pkcs11: Pkcs11Settings | undefined
  results: ResultsSettings
  bank: ReferenceDirectorySettings
  sms: SmsSettings
  captureRules: CaptureRules
  /** The day on which updates of each operating system ended, and whether log-ins from outdated systems are refused. */
  systems: { ends: readonly SystemEnd[]; refusesOld: boolean }
}

export type ResultsSettings = {
  mode: ResultsMode
  /** The time limit for the bank to accept a result in pass-through mode, in ms. */
  passThroughMs: number
  /** Results in the vault are delivered in every mode. */
  vaultUrl: string | undefined
  /** The keys of SEALING_KEY, each as PEM or as an address in the hardware module. The first key seals. */
  sealingKeys: string[]
}

/** The settings of the console's process, which has no key for requests to the authority. */
export type ConsoleConfig = DatabaseConfig &
  Pick<
    Config,
    | 'production'
    | 'host'
    | 'port'
    | 'metricsPort'
    | 'trustedProxies'
    | 'overHttps'
    | 'httpLimits'
    | 'logLevel'
    | 'drainMs'
    | 'traces'
    | 'auditKeys'
    | 'outboxKeys'
    | 'policy'
  > & {
    /** The console's origin in browsers. May be undefined only in a demo, whose origin is then localhost. */
    origin: string | undefined
    folder: string
    /** The time without a call after which a session of the staff ends, in ms. */
    idleLimitMs: number
    fourEyes: boolean
    /** False in a demo, where four eyes are on unless told. */
    fourEyesTold: boolean
    provider: Omit<IdentityProviderSettings, 'redirectUri'>
    /** For each role, the groups of the identity provider whose members get the role. */
    roleGroups: RoleGroups
    devices: readonly RegisteredDevice[] | undefined
    branding: Branding
  }

/** The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The longest time that a production should keep an unused session open, in ms, and the default in production. */
export const longestIdleMs = 30 * 60_000

export const acceptedRisks = [
  'no-consent',
  'no-https',
  'keys-in-files',
  'level-0',
  'results-in-outbox',
] as const
export type AcceptedRisk = (typeof acceptedRisks)[number]
