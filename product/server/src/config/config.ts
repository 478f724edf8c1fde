import type { Branding } from '@ekyc/contract/branding'
import type { CaptureRules, RegisteredDevice } from '../domain/capture-check.ts'
import type { DerivedKeys, Peppers } from '../domain/derive-keys.ts'
import type { OneTimePasswordMessage } from '../domain/one-time-password-message.ts'
import type { SystemEnd } from '../domain/operating-systems.ts'
import type { Policy } from '../domain/policy.ts'
import type { ResultsMode } from '../domain/results.ts'
import type { SecondFactor } from '../domain/second-factor.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import type { RoleGroups } from '../domain/staff-roles.ts'
import type { IdentityProviderSettings } from '../gateways/identity-provider.ts'
import type { AuthoritySettings } from '../gateways/identity-authority/identity-authority.ts'
import type { Pkcs11Settings } from '../gateways/private-keys/pkcs11-keys.ts'
import type { ReferenceDirectorySettings } from '../gateways/reference-directory.ts'
import type { SmsSettings } from '../gateways/sms.ts'
import type { HttpLimits } from '../http/limits.ts'
import type { OtlpSettings } from '../tracing/otlp-exporter.ts'

/** The settings of the data's location, which are all that the admin command line needs. */
export type DatabaseConfig = {
  databaseUrl: string | undefined
  dataDir: string
  databaseConnections: number
  databasePooler: 'transaction' | undefined
  /** 'trusted' allows clear text to the database, since nobody else can listen on its network. */
  databaseNetwork: 'trusted' | undefined
  /** False: only the command line migrates the schema. */
  migrate: boolean
}

export type AdminConfig = DatabaseConfig & {
  /** The vault's database, as the role that owns its tables. */
  vaultUrl: string | undefined
  operator: string | undefined
  /** The account on the machine that started the container. */
  account: string | undefined
  /** The keys for the MACs of audit rows. */
  auditKeys: SecretBoxKeys
  /** True if what needs a second person needs one for operators too. */
  fourEyes: boolean
}

export type Config = DatabaseConfig & {
  /** True unless the settings declare a demo (decision 0029). */
  production: boolean
  /** Sentences for the person who starts the server. */
  warnings: string[]
  host: string
  port: number
  portalFolder: string
  /** False removes the portal's service worker from browsers. */
  offlineShell: boolean
  brandingFile: string
  demoData: boolean
  apiReference: boolean
  consentRequired: boolean
  /** The bank's licence at the authority has irises too. */
  takesIris: boolean
  /** Protections that a production lacks because the bank accepts the risk. */
  acceptedRisks: AcceptedRisk[]
  /** False if Node accepts every certificate. */
  verifiesTls: boolean
  policy: Policy
  secondFactor: SecondFactor
  sessionIdleLimitMs: number | undefined
  /** True refuses log-ins and sessions that are not bound to a key. */
  dpopRequired: boolean
  trustedProxies: string[]
  overHttps: boolean
  /** The portal's address in agents' browsers, if set: https://ekyc.bank.example */
  portalOrigin: string | undefined
  httpLimits: HttpLimits
  logLevel: string
  drainMs: number
  /** The port of /metrics; undefined serves it on the main port, to callers on this machine. */
  metricsPort: number | undefined
  traces: OtlpSettings | undefined
  hashesAtOnce: number
  /** The first pepper hashes new passwords; the others verify older hashes. */
  peppers: Peppers
  outboxKeys: SecretBoxKeys
  auditKeys: SecretBoxKeys
  authorityTimeoutMs: number
  authority: AuthoritySettings
  /** Certificates of KUA_DECRYPTION_KEY, only for checking the keys and watching the expiry. */
  kuaCertificates: string[]
  /** The hardware module of the keys that settings name by a `pkcs11:` address. */
  pkcs11: Pkcs11Settings | undefined
  results: ResultsSettings
  bank: ReferenceDirectorySettings
  sms: SmsSettings
  captureRules: CaptureRules
  /** The days on which updates of operating systems ended, and whether an agent may log in with such a system. */
  systems: { ends: readonly SystemEnd[]; refusesOld: boolean }
  /** The only reference that a synthetic agent may check. */
  probeReference: string | undefined
}

export type ResultsSettings = {
  mode: ResultsMode
  /** The bank must take a result within this time of its pass-through. */
  passThroughMs: number
  /** The vault's database; results that lie there are delivered whatever the mode is. */
  vaultUrl: string | undefined
  /** SEALING_KEY, each key as PEM or as an address in the hardware module; the first one seals. */
  sealingKeys: string[]
}

/** The settings of the console's own process, which has none of the authority's keys. */
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
    | 'peppers'
    | 'auditKeys'
  > & {
    /** The console's address in browsers; undefined in the demo, where it is localhost. */
    origin: string | undefined
    /** The folder of the built console. */
    folder: string
    /** A session of the staff ends after this time without a call. */
    idleLimitMs: number
    /** False lets one person do what needs two. */
    fourEyes: boolean
    /** The bank's identity provider; without one, people sign in by passkeys. */
    provider: Omit<IdentityProviderSettings, 'redirectUri'> | undefined
    /** The provider's groups that give the roles. */
    roleGroups: RoleGroups
    /** The registry, which tells the level of a device. */
    devices: readonly RegisteredDevice[] | undefined
    otpSettings: OtpSettings
    /** The pages show the bank's name and colours. */
    branding: Branding
  }

/** The settings of a server that serve one-time passwords outside of its calls. */
export type OtpSettings = Pick<Config, 'outboxKeys' | 'policy'> & {
  /** The keys for the stored hashes. */
  keys: DerivedKeys
  message: OneTimePasswordMessage
}

/** Reports bad settings. The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The longest time that a production should leave an unused session open, and what it does unless it says so. */
export const longestIdleMs = 30 * 60_000

export const acceptedRisks = [
  'no-consent',
  'no-https',
  'keys-in-files',
  'level-0',
  'results-in-outbox',
] as const
export type AcceptedRisk = (typeof acceptedRisks)[number]
