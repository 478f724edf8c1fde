import { resolve } from 'node:path'

import { isPkcs11Uri } from '@ekyc/private-keys'

import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import { roleGroupsOfSameName } from '../domain/staff/permissions.ts'
import { examineBranding, readBranding } from './branding.ts'
import { isKeyOfCertificate } from './key-checks.ts'
import { checkConfigAtStart, equalKeys, exposedDatabases, longestIdleMs } from './production-check.ts'
import {
  adminSettings,
  allSettings,
  consoleSettings,
  createSettingsReader,
  type databaseSettings,
  pkcs11Settings,
  serverSettings,
  type processSettings,
  type SettingsReader,
  type Values,
} from './settings.ts'
import { listOf } from './setting-source.ts'
import { defaultRegistry } from './device-registry.ts'
import shippedSystemEnds from './system-ends.json' with { type: 'json' }
import { misspeltSettings } from './misspelt-settings.ts'

export type ServerConfig = ReturnType<typeof serverConfigFrom>
export type AdminConfig = ReturnType<typeof readAdminConfig>
export type ConsoleConfig = ReturnType<typeof readConsoleConfig>
export type DatabaseConfig = Values<typeof databaseSettings>

/** The message lists every problem, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

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
  const misspelt = misspeltSettings(
    env,
    new Set([...allSettings.map(({ name }) => name), ...settingsOfOthers]),
  )
  const atStart = checkConfigAtStart(
    config,
    branding,
    misspelt.map(({ name, meant }) => `${name} is no setting: did you mean ${meant}?`),
  )
  const keys = ['PEPPER', 'OUTBOX_KEY', 'AUDIT_KEY', 'BANK_SECRET'].map(name => ({
    name,
    values: listOf(settings.textOf(name)),
  }))
  const isToldAlready = (told: string) =>
    settings.hasProblem(told.split(' ', 1)[0] ?? '') ||
    (settings.hasProblem('ACCEPTED_RISKS') && told.includes('(ACCEPTED_RISKS='))
  problems.push(...[...equalKeys(keys), ...atStart.problems].filter(told => !isToldAlready(told)))
  return { config: { ...config, warnings: atStart.warnings }, problems }
}

export function serverConfigFrom(settings: SettingsReader, args: readonly string[]) {
  const { read, refuse } = settings
  const { rejectUnauthorized, secondFactor, systemEnds, oldSystems, ...given } = read(serverSettings)
  const { captureRules, results } = given
  const isProduction = isProductionStart(given, args)
  if (isProduction && !secondFactor)
    refuse('SECOND_FACTOR', 'is missing: required (a passkey, or password and OTP), offered, or off')
  if (isProduction && results.mode === undefined)
    refuse('RESULTS', 'is missing: vault, pass-through or outbox, where e-KYC waits for the bank')
  if (results.mode === 'vault' && results.vaultUrl === undefined)
    refuse('VAULT_DATABASE_URL', 'is missing, which RESULTS=vault needs')
  if (results.vaultUrl !== undefined && results.sealingKeys.length === 0)
    refuse('SEALING_KEY', 'is missing, which VAULT_DATABASE_URL needs')
  return {
    ...given,
    traces: tracesFrom(given),
    /** False only for a demo that is not behind https and runs without --no-sandbox (decision 0029). */
    production: isProduction,
    warnings: [] as string[],
    portalFolder: resolve(given.portalFolder),
    verifiesTls: rejectUnauthorized !== '0',
    secondFactor: secondFactor ?? 'off',
    sessionIdleLimitMs: given.sessionIdleLimitMs ?? (isProduction ? longestIdleMs : undefined),
    pkcs11: pkcs11From(settings),
    results: { ...results, mode: results.mode ?? 'outbox' },
    /** By default, production accepts only L1 devices of a registry (decision 0048). */
    captureRules: {
      keyIds: captureRules.keyIds,
      devices: captureRules.devices ?? registryUnlessDemo(isProduction),
      level1Only: captureRules.level1Only ?? isProduction,
    },
    systems: { ends: systemEnds ?? shippedSystemEnds, refusesOld: oldSystems === 'refuse' },
  }
}

function isProductionStart(
  { overHttps, demoData }: { overHttps: boolean; demoData: boolean },
  args: readonly string[],
): boolean {
  return overHttps || args.includes('--no-sandbox') || !demoData
}

function tracesFrom({ traces }: Values<typeof processSettings>) {
  const serviceName = traces.serviceName ?? traces.resourceAttributes['service.name'] ?? 'ekyc-server'
  return traces.endpoint === '' ? undefined : { ...traces, serviceName }
}

/** Without DEVICE_REGISTRY, a demo accepts every certified device. */
function registryUnlessDemo(isProduction: boolean): readonly RegisteredDeviceModel[] | undefined {
  return isProduction ? defaultRegistry : undefined
}

export function pkcs11From({ read, refuse }: SettingsReader) {
  const { module, pin } = read(pkcs11Settings)
  if (module === undefined) return undefined
  if (pin === undefined) refuse('PKCS11_PIN', 'is missing')
  return { module, pin: pin ?? '' }
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
  return readOrRefuse(env, ({ read, refuse }) => {
    const config = read(adminSettings)
    if (!read(serverSettings.demoData))
      for (const { name, change } of exposedDatabases(config)) refuse(name, change)
    // Off by default: only the console demands FOUR_EYES, and without a console no second person could vote.
    return { ...config, fourEyes: config.fourEyes === 'on' }
  })
}

/** The console has no key for requests to the authority. @throws ConfigError */
export function readConsoleConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []) {
  const part = readOrRefuse(env, settings => {
    const given = settings.read(consoleSettings)
    const demoData = settings.read(serverSettings.demoData)
    const isProduction = isProductionStart({ ...given, demoData }, args)
    refuseIncompleteProvider(settings, given.provider)
    if (isProduction) refuseUnsafeConsole(settings, given)
    return {
      ...given,
      traces: tracesFrom(given),
      production: isProduction,
      folder: resolve(given.folder),
      fourEyes: given.fourEyes !== 'off',
      /** False in a demo, where four eyes are on unless told. */
      fourEyesSet: given.fourEyes === 'on',
      roleGroups: given.roleGroups ?? roleGroupsOfSameName,
      devices: given.devices ?? registryUnlessDemo(isProduction),
    }
  })
  // The server and the doctor report problems of these two.
  const { read } = createSettingsReader(env, [])
  return {
    ...part,
    policy: read(serverSettings.policy),
    branding: readBranding(read(serverSettings.brandingFile)),
  }
}

type ConsoleValues = Values<typeof consoleSettings>

function refuseIncompleteProvider({ refuse }: SettingsReader, provider: ConsoleValues['provider']): void {
  if (provider.issuer === '')
    return refuse(
      'OIDC_ISSUER',
      "is missing: OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET name the bank's OpenID Connect provider, by which alone the staff sign in",
    )
  if (provider.clientId === '') refuse('OIDC_CLIENT_ID', 'is missing')
  if (provider.clientSecret === '') refuse('OIDC_CLIENT_SECRET', 'is missing')
}

function refuseUnsafeConsole({ read, refuse }: SettingsReader, config: ConsoleValues): void {
  for (const { name, change } of exposedDatabases(config)) refuse(name, change)
  if (config.origin === undefined) refuse('CONSOLE_ORIGIN', 'is missing')
  if (config.fourEyes === undefined)
    refuse('FOUR_EYES', 'is missing: on, or off where one person may do what needs two')
  if (!config.overHttps && !read(serverSettings.acceptedRisks).includes('no-https'))
    refuse('OVER_HTTPS', 'must be on (ACCEPTED_RISKS=no-https)')
  if (config.provider.issuer.startsWith('http:')) refuse('OIDC_ISSUER', 'must be an https address')
}

export type ConsoleSettings = ReturnType<typeof consoleSettingsFrom>

export function consoleSettingsFrom({ read, textOf }: SettingsReader) {
  const isOff = textOf('CONSOLE_PORT') === 'off'
  const port = isOff ? undefined : read(consoleSettings.port)
  const origin = read(consoleSettings.origin)
  return {
    /** True if the settings name the console's port or address, and the port is not off. */
    isConfigured: !isOff && (origin ?? textOf('CONSOLE_PORT')) !== undefined,
    fourEyes: read(consoleSettings.fourEyes),
    issuer: textOf('OIDC_ISSUER') === undefined ? undefined : read(consoleSettings.provider.issuer),
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
